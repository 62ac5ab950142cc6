import { type Asked, envelope } from '../../../server/test/wire/support/modern.ts';

/** A client of a connection, and the lines that it sends. `{id}` in a line becomes a unique id. */
export interface Sender {
  /** The revision of `initialize`, if the client sends one. */
  readonly revision?: string;
  readonly lines: readonly Buffer[];
}

const request = (method: string, params?: string, id = '{id}') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"${params === undefined ? '' : `,"params":${params}`}}`;
const get = (args: string, more = '') => request('prompts/get', `{"name":"review","arguments":${args}${more}}`);
const complete = (params: string) => request('completion/complete', params);
const GOOD = get('{"code":"let x = \\"ü€😀\\""}');

/** Valid and invalid requests. */
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

/** Requests with bytes that are not UTF-8. */
const BYTES: readonly Buffer[] = [
  Buffer.from(GOOD.replace('let', '\u00ff'), 'latin1'),
  Buffer.from(GOOD, 'utf16le'),
  Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p\xed\xa0\x80"}', 'latin1')]),
  Buffer.from(`${GOOD}\0`),
];

/** Returns a generator of the same random numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Returns requests with one byte replaced, removed or doubled, or with the end removed. */
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

/** A line above the limit, and one just below it. */
const LENGTHS = [
  Buffer.from(get(`{"code":"${'x'.repeat(5 * 1024 * 1024)}"}`)),
  Buffer.from(GOOD.padEnd(4 * 1024 * 1024)),
];

/** The clients of each revision up to 2025-11-25, and a client that does not initialize. */
export const senders: readonly Sender[] = [undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map(
  (revision, seed) => ({
    ...(revision !== undefined && { revision }),
    lines: [...bodies.map((body) => Buffer.from(body)), ...BYTES, ...mutantsOf(80, seed), ...LENGTHS],
  }),
);

/**
 * The requests of a client of 2026-07-28, each with its envelope. Excludes trailing spaces, which no header could
 * repeat.
 */
export const selfContained: readonly Asked[] = bodies.flatMap((body) => {
  const { id, method, params = {} } = (requestIn(body) ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  if (id !== '{id}' || typeof method !== 'string' || method.endsWith(' ') || !isObject(params)) return [];
  return [
    { method, params: { ...params, _meta: { ...envelope(), ...(isObject(params['_meta']) && params['_meta']) } } },
  ];
});

function requestIn(body: string): unknown {
  try {
    return JSON.parse(body.replace('"id":{id}', '"id":"{id}"'));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
