/** A request to be sent as it is. In its texts, `{host}` and `{session}` stand for those of the server. */
export interface Sent {
  readonly name: string;
  readonly start: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Where the body comes in pieces of its own, without a `content-length`. */
  readonly chunks?: number;
  /** Into how many pieces all that is sent is cut. */
  readonly pieces?: number;
}

/** Who sends: a stranger, or a client with a session, and the headers that say so. */
export interface Sender {
  readonly name: string;
  /** Which revision the session speaks. */
  readonly session?: string;
  readonly headers: readonly string[];
}

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

export const senders: readonly Sender[] = [
  { name: 'a stranger', headers: [] },
  ...[...REVISIONS, '2024-10-07', '2026-07-28', 'nonsense', ''].map((revision) => ({
    name: `a stranger who speaks "${revision}"`,
    headers: [`MCP-Protocol-Version: ${revision}`],
  })),
  ...REVISIONS.flatMap((session) => [
    { name: `a session of ${session}`, session, headers: ['Mcp-Session-Id: {session}'] },
    {
      name: `a session of ${session} that says so`,
      session,
      headers: ['mcp-session-id: {session}', `mcp-protocol-version: ${session}`],
    },
  ]),
  {
    name: 'a session of 2025-11-25 that says 2025-06-18',
    session: '2025-11-25',
    headers: ['mcp-session-id: {session}', 'mcp-protocol-version: 2025-06-18'],
  },
  {
    name: 'a session of 2025-11-25 that says 2026-07-28',
    session: '2025-11-25',
    headers: ['mcp-session-id: {session}', 'mcp-protocol-version: 2026-07-28'],
  },
  { name: 'a session that nobody opened', headers: ['mcp-session-id: made-up'] },
];

const request = (method: string, params?: string, id = '{id}') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"${params === undefined ? '' : `,"params":${params}`}}`;
const get = (args: string, more = '') => request('prompts/get', `{"name":"review","arguments":${args}${more}}`);
const complete = (params: string) => request('completion/complete', params);
const GOOD = get('{"code":"let x = \\"ü€😀\\""}');

/** Bodies that the SDK answers at once. */
const bodies: readonly string[] = [
  GOOD,
  request('prompts/list'),
  request('prompts/list', '{}'),
  request('prompts/list', '{"cursor":"abc"}'),
  request('prompts/list', '{"cursor":""}'),
  request('prompts/list', '{"cursor":5}'),
  request('prompts/list', '{"cursor":null}'),
  request('prompts/list', '{"x":1}'),
  request('prompts/list', '{"_meta":{}}'),
  request('prompts/list', '{"_meta":{"traceparent":"00-1-2-01","baggage":"a=b"}}'),
  request('prompts/list', '{"_meta":{"traceparent":5}}'),
  request('prompts/list', '{"_meta":{"progressToken":1}}'),
  request('prompts/list', '{"_meta":{"progressToken":{}}}'),
  request('prompts/list', '{"_meta":{"__proto__":{"x":1}}}'),
  request('prompts/list', '{"_meta":null}'),
  request('prompts/list', '{"_meta":[]}'),
  request('prompts/list', '{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}'),
  request('prompts/list', '{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"1"}}}'),
  request('prompts/list', 'null'),
  request('prompts/list', '[]'),
  request('prompts/list', '"x"'),
  request('prompts/get'),
  request('prompts/get', '{}'),
  request('prompts/get', '{"name":"nope"}'),
  request('prompts/get', '{"name":5}'),
  request('prompts/get', '{"name":"constructor"}'),
  request('prompts/get', '{"name":"__proto__"}'),
  request('prompts/get', '{"__proto__":{"name":"review"}}'),
  request('prompts/get', '{"name":"review"}'),
  request('prompts/get', '{"name":"review","task":{"ttl":1}}'),
  request('prompts/get', '{"name":"review","extra":true,"arguments":{"code":"x"}}'),
  request('prompts/get', '{"name":"review","name":"nope"}'),
  request('prompts/get', '{"name":"fail"}'),
  request('prompts/get', '{"name":"refuse"}'),
  request('prompts/get', '{"name":"late"}'),
  request('prompts/get', '{"name":"sound"}'),
  request('prompts/get', '{"name":"tell"}'),
  request('prompts/get', '{"name":"tell","_meta":{"progressToken":"t"}}'),
  request('prompts/get', '{"name":"tell","_meta":{"progressToken":1.5}}'),
  request('prompts/get', '{"name":"ask"}'),
  request('prompts/get', '{"name":"know"}'),
  request('prompts/get', '{"name":"know","_meta":{"traceparent":"00-1-2-01"}}'),
  get('null'),
  get('[]'),
  get('"x"'),
  get('{}'),
  get('{"code":5}'),
  get('{"code":"x","tone":""}'),
  get('{"code":"x","__proto__":"y"}'),
  get('{"code":"x","nope":"y"}'),
  get('{"code":"\\u0000\\ud800\\uFFFD\\u2028"}'),
  get(`{"code":"${'long '.repeat(4_000)}"}`),
  get('{"code":"x"}', ',"_meta":{"tracestate":"a=b"}'),
  complete('{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"tone","value":"k"}}'),
  complete('{"ref":{"type":"ref/prompt","name":"nope"},"argument":{"name":"tone","value":"k"}}'),
  complete('{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"nope","value":"k"}}'),
  complete('{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"tone","value":5}}'),
  complete(
    '{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"tone","value":""},"context":{"arguments":{"code":"x"}}}',
  ),
  complete('{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"tone","value":""},"context":5}'),
  complete('{"ref":{"type":"ref/resource","uri":"shelf:///{number}"},"argument":{"name":"number","value":"1"}}'),
  complete('{"ref":5,"argument":{"name":"tone","value":"k"}}'),
  complete('{"ref":{"type":"ref/prompt","name":"review"}}'),
  complete('{}'),
  request('completion/complete'),
  request('resources/list'),
  request('resources/list', '{"cursor":"abc"}'),
  request('resources/list', '{"cursor":7}'),
  request('resources/list', '{"cursor":""}'),
  request('resources/list', '{"cursor":null}'),
  request('resources/list', '{"x":1}'),
  request('resources/list', '{"_meta":{"traceparent":"00-1-2-01"}}'),
  request('resources/list', '{"_meta":{"progressToken":1}}'),
  request('resources/list', '[]'),
  request('resources/templates/list'),
  request('resources/templates/list', '{}'),
  request('resources/templates/list', '{"cursor":"abc"}'),
  request('resources/templates/list', '{"cursor":7}'),
  request('resources/read'),
  request('resources/read', '{"uri":"shelf:///1"}'),
  request('resources/read', '{"uri":"shelf:///99"}'),
  request('resources/read', '{"uri":"not a uri"}'),
  request('resources/read', '{"uri":5}'),
  request('server/discover'),
  request('server/discover', '{}'),
  request('server/discover', '{"name":"x"}'),
  request('tools/list'),
  request('tools/list', '{}'),
  request('tools/list', '{"cursor":"abc"}'),
  request('tools/list', '{"cursor":""}'),
  request('tools/list', '{"cursor":7}'),
  request('tools/list', '{"cursor":null}'),
  request('tools/list', '{"x":1,"_meta":{"traceparent":"00-1-2-01"}}'),
  request('tools/list', '{"_meta":{"progressToken":1}}'),
  request('tools/list', '[]'),
  request('tools/list', undefined, '"text"'),
  request('tools/call', '{"name":"x"}'),
  request('tools/call'),
  request('tools/call', '{"name":"add_one"}'),
  request('tools/call', '{"name":"add_one","arguments":{"a":1}}'),
  request('tools/call', '{"name":"add_one","arguments":{"a":"2","note":"ü"}}'),
  request('tools/call', '{"name":"add_one","arguments":{"a":"two","b":1}}'),
  request('tools/call', '{"name":"add_one","arguments":[]}'),
  request('tools/call', '{"name":"add_one","arguments":{"a":1},"_meta":{"progressToken":1}}'),
  request('tools/call', '{"name":"break"}'),
  request('tools/call', '{"name":"decline","arguments":{}}'),
  request('tools/call', '{"name":"consult"}'),
  request('resources/read', '{"uri":"page:///7"}'),
  request('resources/read', '{"uri":"page:///seven"}'),
  request('ping'),
  request('Prompts/List'),
  request('prompts/list '),
  request('logging/setLevel', '{"level":"debug"}'),
  request('prompts/list', undefined, '"text"'),
  request('prompts/list', undefined, '""'),
  request('prompts/list', undefined, '"\\"\\u2028😀"'),
  request('prompts/list', undefined, '-3'),
  request('prompts/list', undefined, '-0'),
  request('prompts/list', undefined, '1e3'),
  request('prompts/list', undefined, '7.0'),
  request('prompts/list', undefined, '1.5'),
  request('prompts/list', undefined, '9007199254740991'),
  request('prompts/list', undefined, '9007199254740993'),
  request('prompts/list', undefined, '1e999'),
  request('prompts/list', undefined, 'null'),
  request('prompts/list', undefined, 'true'),
  request('prompts/list', undefined, '{}'),
  '{"jsonrpc":"2.0","method":"prompts/list"}',
  '{"jsonrpc":"1.0","id":{id},"method":"prompts/list"}',
  '{"jsonrpc":2.0,"id":{id},"method":"prompts/list"}',
  '{"id":{id},"method":"prompts/list"}',
  '{"jsonrpc":"2.0","id":{id},"method":"prompts/list","extra":1}',
  '{"jsonrpc":"2.0","id":{id},"method":"prompts/list","__proto__":{"x":1}}',
  '{"jsonrpc":"2.0","id":{id},"method":"prompts/list","result":{}}',
  '{"jsonrpc":"2.0","id":{id},"method":["prompts/list"]}',
  '{"jsonrpc":"2.0","id":{id},"result":{}}',
  '{"jsonrpc":"2.0","id":{id},"error":{"code":1,"message":"x"}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}',
  `[${GOOD}]`,
  `[${request('prompts/list', undefined, '"a"')},${request('ping', undefined, '"b"')}]`,
  '[]',
  '{}',
  'null',
  '5',
  '"x"',
  '',
  ' ',
  '{',
  `${GOOD}x`,
  ` \n\t${GOOD}\r\n `,
  `\uFEFF${GOOD}`,
  GOOD.replace('"review"', "'review'"),
  GOOD.replace('}}}', '}},}'),
];

/** What is wrong with bodies that are no text. */
const BYTES: readonly [string, Buffer][] = [
  ['bytes that are no UTF-8', Buffer.from(GOOD.replace('let', '\u00ff'), 'latin1')],
  ['UTF-16', Buffer.from(GOOD, 'utf16le')],
  ['a surrogate in UTF-8', Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p\xed\xa0\x80"}', 'latin1')])],
  ['a NUL', Buffer.from(`${GOOD}\0`)],
];

const TYPE = 'Content-Type: application/json';
const ACCEPT = 'Accept: application/json, text/event-stream';
const HOST = 'Host: {host}';
const COMMON = [HOST, TYPE, ACCEPT];
const without = (gone: string) => COMMON.filter((line) => line !== gone);
const instead = (gone: string, ...lines: string[]) => [...without(gone), ...lines];
const also = (...lines: string[]) => [...COMMON, ...lines];

/** Heads that are wrong, odd, or merely rare. */
const heads: readonly (readonly string[])[] = [
  without(TYPE),
  without(ACCEPT),
  without(HOST),
  ...['', 'text/plain', 'application/json;charset=utf-8', 'application/json; charset=UTF-8', 'APPLICATION/JSON'].map(
    (type) => instead(TYPE, `Content-Type: ${type}`),
  ),
  ...['application/json; charset=latin1', 'application/json;', 'application/jsonp', 'application/json, text/plain'].map(
    (type) => instead(TYPE, `Content-Type: ${type}`),
  ),
  ...['', '*/*', 'application/json', 'text/event-stream', 'text/event-stream,application/json;q=0.1'].map((accept) =>
    instead(ACCEPT, `Accept: ${accept}`),
  ),
  instead(ACCEPT, 'Accept: application/json', 'Accept: text/event-stream'),
  also(TYPE),
  also('Content-Type: text/plain'),
  also(ACCEPT),
  also('Accept: text/plain'),
  also(HOST),
  also('Host: evil.example'),
  ...['evil.example', 'localhost', 'LOCALHOST:80', '127.1', '[::1]:5', '[0::1]', 'localhost:', 'localhost:99999'].map(
    (host) => instead(HOST, `Host: ${host}`),
  ),
  ...['a@localhost', 'localhost/x', '', '127.0.0.1:port', 'localhost.', '2130706433'].map((host) =>
    instead(HOST, `Host: ${host}`),
  ),
  ...[
    'http://localhost:1',
    'https://127.0.0.1',
    'null',
    '',
    'http://evil.example',
    'http://localhost.evil.example',
  ].map((origin) => also(`Origin: ${origin}`)),
  also('Origin: http://localhost', 'Origin: http://evil.example'),
  also('MCP-Protocol-Version: 2025-06-18', 'MCP-Protocol-Version: 2025-06-18'),
  also('MCP-Protocol-Version: 2025-06-18', 'MCP-Protocol-Version: 2025-11-25'),
  also('Mcp-Session-Id: a', 'Mcp-Session-Id: b'),
  also('Mcp-Session-Id:'),
  also('Mcp-Method: prompts/get'),
  also('Mcp-Name: review'),
  also('Content-Encoding: gzip'),
  also('Content-Encoding: identity'),
  also('Expect: 100-continue'),
  also('Expect: nonsense'),
  also('Connection: close'),
  also('Connection: keep-alive', 'Keep-Alive: timeout=1'),
  also('Upgrade: h2c', 'Connection: upgrade'),
  also('Authorization: Bearer x', 'Cookie: a=b', 'Cookie: c=d'),
  also('X-Odd: \xff\xfe'),
  also(`X-Long: ${'x'.repeat(10_000)}`),
  also(`X-Too-Long: ${'x'.repeat(20_000)}`),
  also('Last-Event-ID: 7'),
  also('Bad Name: x'),
  also('Content-Length: 5'),
  also('Transfer-Encoding: gzip'),
  also('Transfer-Encoding: chunked'),
];

const starts = [
  'POST /mcp?x=1 HTTP/1.1',
  'POST /mcp/ HTTP/1.1',
  'POST /mcp#x HTTP/1.1',
  'POST //mcp HTTP/1.1',
  'POST /a/../mcp HTTP/1.1',
  'POST /%6dcp HTTP/1.1',
  'POST http://{host}/mcp HTTP/1.1',
  'POST /mcp HTTP/1.0',
  'post /mcp HTTP/1.1',
  'PUT /mcp HTTP/1.1',
  'PATCH /mcp HTTP/1.1',
  'OPTIONS /mcp HTTP/1.1',
  'HEAD /mcp HTTP/1.1',
  'POST /mcp HTTP/3.0',
];

/** Numbers that look like chance, and are the same every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const START = 'POST /mcp HTTP/1.1';

/** Everything that one sender says. */
export function saidBy(sender: Sender, mutants: number): Sent[] {
  const sent = (name: string, more: Partial<Sent>): Sent => ({
    name: `${sender.name}: ${name}`,
    start: START,
    headers: [...COMMON, ...sender.headers],
    body: Buffer.from(GOOD),
    ...more,
  });
  const isExample = sender.name === 'a stranger' || sender.name === 'a session of 2025-11-25 that says so';
  const odd = isExample ? [GOOD, bodies[1] as string, '{"jsonrpc":"2.0","id":{id},"method":"ping"}'] : [];
  return [
    ...bodies.map((body, index) => sent(`body ${index} ${body.slice(0, 150)}`, { body: Buffer.from(body) })),
    ...BYTES.map(([name, body]) => sent(name, { body })),
    ...odd.flatMap((body) => [
      ...heads.map((lines) =>
        sent(`${lines.join(' | ').slice(0, 200)} ${body.slice(0, 60)}`, {
          headers: [...lines, ...sender.headers],
          body: Buffer.from(body),
        }),
      ),
      ...starts.map((start) => sent(`${start} ${body.slice(0, 60)}`, { start, body: Buffer.from(body) })),
      sent(`chunks ${body.slice(0, 60)}`, { body: Buffer.from(body), chunks: 3 }),
      sent(`pieces ${body.slice(0, 60)}`, { body: Buffer.from(body), pieces: 5 }),
    ]),
    ...mutantsOf(mutants, sender.name.length).map((body, index) =>
      sent(`mutant ${index} ${body.toString('latin1')}`, { body }),
    ),
    ...(isExample ? [sent('huge', { body: Buffer.from(get(`{"code":"${'x'.repeat(5 * 1024 * 1024)}"}`)) })] : []),
    ...(isExample ? [sent('just small enough', { body: Buffer.from(GOOD.padEnd(4 * 1024 * 1024)) })] : []),
  ];
}

/** Good bodies with a byte or two changed, left out, doubled, or cut off. */
function mutantsOf(count: number, seed: number, from: readonly string[] = bodies.slice(0, 60)): Buffer[] {
  const roll = dice(seed);
  return Array.from({ length: count }, () => {
    const good = Buffer.from(from[roll(from.length)] as string);
    const at = roll(good.length);
    const [before, after] = [good.subarray(0, at), good.subarray(at)];
    return [
      () => before,
      () => Buffer.concat([before, after.subarray(1)]),
      () => Buffer.concat([before, after.subarray(0, 1), after]),
      () => Buffer.concat([before, Buffer.from([roll(256)]), after.subarray(1)]),
      () => Buffer.concat([before, Buffer.from('"{}[]:,\\0123 '[roll(13)] as string), after.subarray(1)]),
    ][roll(5)]?.() as Buffer;
  });
}
