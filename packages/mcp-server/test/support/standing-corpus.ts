import { bodies, COMMON, heads, mutantsOf, type Sent, START } from '../../../mcp-sdk/test/support/corpus.ts';
import type { Corpus } from '../../../mcp-sdk/test/support/lane-comparison.ts';
import { envelope } from './modern.ts';

type Message = Record<string, unknown>;

const key = (name: string) => `io.modelcontextprotocol/${name}`;
const REVISION = 'MCP-Protocol-Version: 2026-07-28';
const NAMED: Record<string, string> = { 'prompts/get': 'name', 'resources/read': 'uri', 'tools/call': 'name' };

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body with the place for its id filled, as JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace('{id}', '"{id}"'));
  } catch {
    return undefined;
  }
}

const written = (message: unknown) => JSON.stringify(message).replace('"{id}"', '{id}');

/** The same request as it is since 2026-07-28; nothing for what is no request. */
function standingOn(message: unknown, meta: object = envelope()): Message | undefined {
  if (!isObject(message) || typeof message['method'] !== 'string') return undefined;
  const { params = {} } = message;
  if (!isObject(params)) return message;
  const own = isObject(params['_meta']) ? params['_meta'] : {};
  return { ...message, params: { ...params, _meta: { ...meta, ...own } } };
}

/** What a good client says in the headers. */
function repeated({ method, params }: Message): string[] {
  const name = isObject(params) ? params[NAMED[String(method)] ?? ''] : undefined;
  return [REVISION, `Mcp-Method: ${String(method)}`, ...(typeof name === 'string' ? [`Mcp-Name: ${name}`] : [])];
}

const sent = (name: string, headers: readonly string[], body: string | Buffer): Sent => ({
  name: `2026-07-28: ${name}`,
  start: START,
  headers,
  body: Buffer.from(body),
});

const good = (message: Message, meta?: object) => standingOn(message, meta) as Message;
const get: Message = {
  jsonrpc: '2.0',
  id: '{id}',
  method: 'prompts/get',
  params: { name: 'review', arguments: { code: 'let x = "ü€😀"' } },
};
const list: Message = { jsonrpc: '2.0', id: '{id}', method: 'prompts/list' };
const know: Message = { ...get, params: { name: 'know' } };
const asks: Message = { ...get, params: { name: 'ask' } };
const read: Message = { ...get, method: 'resources/read', params: { uri: 'shelf:///1' } };
const complete: Message = {
  ...get,
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'tone', value: 'k' } },
};
const route = (args: object): Message => ({ ...get, method: 'tools/call', params: { name: 'route', arguments: args } });
const EXAMPLES = [get, list, know, asks, read, complete];

/** What a client may say of itself, rightly or wrongly. */
const envelopes: readonly object[] = [
  {},
  ...[undefined, null, 5, '', '2025-11-25', '2026-07-29', '2027-01-01', 'nonsense'].map((revision) => ({
    ...envelope(),
    [key('protocolVersion')]: revision,
  })),
  ...[
    undefined,
    null,
    'x',
    {},
    { name: 'x' },
    { version: '1' },
    { name: 5, version: '1' },
    { name: 'x', version: '1', title: 'X' },
    { name: 'x', version: '1', title: 5 },
    { name: 'x', version: '1', icons: [{ src: 'https://x.example/i.png' }] },
    { name: 'x', version: '1', icons: 'none' },
    { name: 'x', version: '1', websiteUrl: 'https://x.example', odd: true },
    { name: '', version: '' },
  ].map((info) => ({ ...envelope(), [key('clientInfo')]: info })),
  ...[
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { elicitation: {} },
    { elicitation: 5 },
    { elicitation: { form: true } },
    { elicitation: { url: {} } },
    { elicitation: { form: {}, url: {} } },
    { sampling: {} },
    { sampling: { tools: {} }, roots: { listChanged: true } },
    { roots: { listChanged: 'yes' } },
    { tasks: { list: {} } },
    { tasks: 5 },
    { extensions: { 'x.example/y': {} } },
    { extensions: 5 },
    { experimental: { x: {} } },
    { experimental: { x: 5 } },
    { odd: 1 },
  ].map((capabilities) => ({ ...envelope(), [key('clientCapabilities')]: capabilities })),
  ...['debug', 'error', 'loud', 5].map((level) => ({ ...envelope(), [key('logLevel')]: level })),
  ...[1, 't', {}, 1.5].map((progressToken) => ({ ...envelope(), progressToken })),
  { ...envelope(), traceparent: '00-1-2-01', tracestate: 'a=b', baggage: 'c=d' },
  { ...envelope(), traceparent: 5 },
  { ...envelope(), odd: 1 },
  { ...envelope(), [key('subscriptionId')]: 'x' },
  { ...envelope(), [key('serverInfo')]: { name: 'evil', version: '0' } },
];

/** Headers that are missing, wrong, doubled or merely rare. */
function misled(message: Message): string[][] {
  const [revision = '', method = '', ...name] = repeated(message);
  const value = name[0]?.slice('Mcp-Name: '.length) ?? '';
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
  return [
    [method, ...name],
    [revision, ...name],
    [revision, method],
    [revision],
    [],
    [revision, revision, method, ...name],
    [revision, method, method, ...name],
    [revision, method, ...name, ...name],
    ...['2025-11-25', '2025-06-18', '', 'nonsense', '2026-07-29', ' 2026-07-28 '].map((said) => [
      `MCP-Protocol-Version: ${said}`,
      method,
      ...name,
    ]),
    [revision, 'MCP-Protocol-Version: 2025-11-25', method, ...name],
    ...['', 'prompts/List', 'ping', 'prompts/get, prompts/get', encoded('prompts/get')].map((said) => [
      revision,
      `Mcp-Method: ${said}`,
      ...name,
    ]),
    ...['', 'nope', value.toUpperCase(), ` ${value} `, encoded(value), encoded('nope'), '=?base64?!?=', '=?x'].map(
      (said) => [revision, method, `Mcp-Name: ${said}`],
    ),
    [revision, method, ...name, 'Mcp-Session-Id: made-up'],
    [revision, method, ...name, 'Mcp-Param-X: y'],
    [revision, method, ...name, 'Last-Event-ID: 7'],
  ];
}

/** Names that a header can hold, and names that it cannot. */
const names = [
  'review',
  ' review',
  'review ',
  'r\u00e9view',
  '=?base64?cmV2aWV3?=',
  'a,b',
  '',
  '😀',
  'x'.repeat(5_000),
];

/** Texts with one odd character each, as they come in arguments. */
const texts = Array.from({ length: 120 }, (_, at) => `text ${at} ${String.fromCodePoint(at * 537)}`);

/** What a tool has routed by, and the headers that say so, or do not. */
const routed: readonly (readonly [args: object, headers: readonly string[]])[] = [
  { region: 'us' },
  { region: 'us', urgent: true },
  { region: 'größer' },
  { region: null, urgent: 'yes' },
  { region: 5 },
  { urgent: {} },
  {},
].flatMap((args) =>
  [
    'us',
    'US',
    ' us ',
    '=?base64?dXM=?=',
    '=?base64?dXM?=',
    '=?base64?Z3LDtsOfZXI=?=',
    'gr\u00f6\u00dfer',
    'null',
    '5',
  ].flatMap((region) =>
    [
      [],
      [`Mcp-Param-Region: ${region}`],
      [`mcp-param-region: ${region}`, 'mcp-param-urgent: true'],
      [`Mcp-Param-Region: ${region}`, `Mcp-Param-Region: ${region}`, 'Mcp-Param-Urgent: yes'],
    ].map((headers) => [args, headers] as const),
  ),
);

const turned = bodies.map(parsed).map((message) => standingOn(message));

/** What clients say since 2026-07-28, in requests that stand on their own. */
export const standing: Corpus = {
  sender: {},
  said: [
    ...turned.flatMap((message, index) =>
      message ? [sent(`body ${index}`, [...COMMON, ...repeated(message)], written(message))] : [],
    ),
    ...EXAMPLES.flatMap((message) =>
      envelopes.map((meta, index) =>
        sent(
          `envelope ${index} of ${String(message['method'])} ${JSON.stringify(meta)}`,
          [...COMMON, ...repeated(message)],
          written({ ...message, params: { ...(message['params'] as object), _meta: meta } }),
        ),
      ),
    ),
    ...EXAMPLES.flatMap((message) =>
      misled(message).map((lines) =>
        sent(
          `${lines.join(' | ').slice(0, 200)} for ${String(message['method'])}`,
          [...COMMON, ...lines],
          written(good(message)),
        ),
      ),
    ),
    ...EXAMPLES.flatMap((message) =>
      heads.map((lines) =>
        sent(
          `${lines.join(' | ').slice(0, 200)} with ${String(message['method'])}`,
          [...lines, ...repeated(message)],
          written(good(message)),
        ),
      ),
    ),
    ...texts.map((code) => {
      const message = good({ ...get, params: { name: 'review', arguments: { code } } });
      return sent(code, [...COMMON, ...repeated(message)], written(message));
    }),
    ...names.flatMap((name) => {
      const message = good({ ...get, params: { name, arguments: { code: 'x' } } });
      return [
        sent(`name ${name}`, [...COMMON, REVISION, 'Mcp-Method: prompts/get', `Mcp-Name: ${name}`], written(message)),
        sent(
          `name ${name} in base64`,
          [
            ...COMMON,
            REVISION,
            'Mcp-Method: prompts/get',
            `Mcp-Name: =?base64?${Buffer.from(name).toString('base64')}?=`,
          ],
          written(message),
        ),
      ];
    }),
    ...routed.map(([args, headers]) => {
      const message = good(route(args));
      const name = `${headers.join(' | ')} for ${JSON.stringify(args)}`;
      return sent(name, [...COMMON, ...repeated(message), ...headers], written(message));
    }),
    ...[
      { inputResponses: {} },
      { inputResponses: { x: { action: 'accept', content: {} } } },
      { requestState: 'made-up' },
      { requestState: 5 },
      { requestState: '' },
      { cursor: 'x' },
    ].flatMap((more) =>
      EXAMPLES.map((message) => {
        const whole = good({ ...message, params: { ...(message['params'] as object), ...more } });
        return sent(
          `${JSON.stringify(more)} with ${String(message['method'])}`,
          [...COMMON, ...repeated(whole)],
          written(whole),
        );
      }),
    ),
    ...EXAMPLES.flatMap((message, at) =>
      mutantsOf(220, at, [written(good(message))]).map((body, index) =>
        sent(`mutant ${index} of ${String(message['method'])}`, [...COMMON, ...repeated(message)], body),
      ),
    ),
  ],
};
