// Everything that clients do wrong, in one table: the name of an attack, what the client does, and the outcomes that may come
// of it. Each attack is repeated all the time.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { identity, nameOf, typed } from '../definitions/review.js';
import { Connection } from '../wire/connection.js';
import { bytesOf, JSON_HEADERS, MODERN, openSession, posted, raw, send, SESSION } from '../wire/requests.js';
import { LIMITS, MAX_BODY_BYTES, MAX_COMPLETIONS } from './limits.js';
import { outcomeOf } from './tally.js';

/** The time in which the server begins to process a request. */
const BEGUN_MS = 100;
const STALLED_MS = 300;
/** Longer than a client may read nothing of a response. */
const ABANDONED_MS = 3_000;
const DRIP_MS = 100;
const LARGE = Buffer.alloc(MAX_BODY_BYTES + 1, ' ');
/** Large enough for the cost of each byte to matter, and small enough to arrive in time. */
const CRUMBS = 256 * 1024;
const BATCH = 100;
const INTRODUCTION = 60_000;
/** More than are allowed in the two seconds that a flood may take. */
const FLOOD = 2 * MAX_COMPLETIONS + 20;
/** The caller of floods: each caller has completions of its own. */
const FLOODER = '127.0.2.1';

/** Each of these is logged. */
export const FAILING = 'requests a prompt that fails';
export const FORGETFUL = 'requests a prompt that forgets to await';

const list = { method: 'prompts/list', params: {} };
const get = (name, params) => ({ method: 'prompts/get', params: { name, arguments: {}, ...params } });
const reportingGet = (name) => get(name, { _meta: { progressToken: 'it' } });

const request = (message, options) => (port) => bytesOf(port, message, options);
const chunked = (port, body) => raw(port, 'POST', { ...JSON_HEADERS, 'transfer-encoding': 'chunked' }, body);
const announced = (port, length, body) => raw(port, 'POST', { ...JSON_HEADERS, 'content-length': length }, body);

/** Requests in a new session. */
const inSession = (message, capabilities) =>
  async function bytes(port) {
    const sessionId = await openSession(port, { capabilities });
    return bytesOf(port, message, { dialect: SESSION, sessionId, id: 7 });
  };

const sends = (bytes) => async (server) => outcomeOf(await send(server.port, await bytes(server.port)));

/** Sends this, and disconnects after a while or when a text has arrived. */
const leaves = (bytes, { after, how = 'disconnect' } = {}) =>
  async function leave({ port }) {
    const content = await bytes(port);
    const connection = await Connection.open(port);
    connection.write(content);
    const arrived = after === undefined ? await sleep(BEGUN_MS, true) : await connection.receives(after);
    connection[how]();
    return arrived === true ? 'left' : `received: ${arrived}`;
  };

/** Sends the beginning, then the rest bit by bit, and never ends the request. */
const drips = (partsOf) =>
  async function drip({ port }) {
    const connection = await Connection.open(port);
    const [begin, rest] = partsOf(port);
    connection.write(begin);
    let isOver = false;
    const response = connection.response().finally(() => (isOver = true));
    for (const part of rest) {
      if (isOver) break;
      connection.write(part);
      await sleep(DRIP_MS);
    }
    const status = (await response)?.status;
    await connection.closed();
    return `${status}, closed`;
  };

const split = (text, at) => [text.slice(0, at), text.slice(at, -1)];
const listText = (port) => bytesOf(port, list).toString();
const cutOff = (port) => bytesOf(port, get('reporting')).subarray(0, -20);

/** Reads nothing of a stream until the server has given up, and then what was already on its way. */
const stalls = (bytes) =>
  async function stall({ port }) {
    const connection = await Connection.open(port);
    connection.write(bytes(port));
    await connection.receives('notifications/progress');
    connection.pause();
    await sleep(ABANDONED_MS);
    connection.resume();
    await connection.closed();
    return 'cut off';
  };

async function ignoreResponse({ port }) {
  const connection = await Connection.open(port);
  connection.pause();
  connection.write(bytesOf(port, get('large')));
  await sleep(STALLED_MS);
  connection.disconnect();
  return 'left';
}

async function cancel({ port }) {
  const sessionId = await openSession(port);
  const connection = await Connection.open(port);
  connection.write(bytesOf(port, get('slow'), { dialect: SESSION, sessionId, id: 7 }));
  await sleep(BEGUN_MS);
  const notification = { method: 'notifications/cancelled', params: { requestId: 7 }, isNotification: true };
  await send(port, bytesOf(port, notification, { dialect: SESSION, sessionId }));
  const response = await connection.response();
  connection.disconnect();
  return outcomeOf(response);
}

async function abandonSession({ port, sessionIds }) {
  sessionIds.push(await openSession(port));
  return 'opened';
}

/** Sends a request in an abandoned session, which the server has ended because others needed room. */
async function returnToSession(server) {
  const { port, sessionIds } = server;
  while (sessionIds.length < LIMITS.maxSessions * 1.5) await abandonSession(server);
  return outcomeOf(await send(port, bytesOf(port, list, { dialect: SESSION, sessionId: sessionIds.shift() })));
}

async function endSession({ port }) {
  const sessionId = await openSession(port);
  const ended = await send(port, raw(port, 'DELETE', { 'mcp-session-id': sessionId }));
  return `${outcomeOf(ended)}; ${outcomeOf(await send(port, bytesOf(port, list, { dialect: SESSION, sessionId })))}`;
}

const UPDATED = 'notifications/resources/updated';
const URI = 'memo:changing';
const LISTEN = {
  method: 'subscriptions/listen',
  params: { notifications: { promptsListChanged: true, resourceSubscriptions: [URI] } },
};

async function listenInSession({ port }) {
  const sessionId = await openSession(port);
  const stream = await Connection.open(port);
  stream.write(raw(port, 'GET', { accept: 'text/event-stream', 'mcp-session-id': sessionId }));
  await stream.receives('200 OK');
  const subscribe = { method: 'resources/subscribe', params: { uri: URI } };
  await send(port, bytesOf(port, subscribe, { dialect: SESSION, sessionId }));
  const arrived = await stream.receives(UPDATED);
  stream.disconnect();
  return arrived === true ? 'left' : `received: ${arrived}`;
}

/** A body with a chunk for each byte. */
function crumbs(port) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...list }).padEnd(CRUMBS);
  return chunked(port, `${Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`);
}

async function misspell({ port }) {
  const message = (id) => ({ jsonrpc: '2.0', id, ...get(`review_${id}`.padEnd(60, 'x')) });
  const batch = Array.from({ length: BATCH }, (_, id) => message(id));
  const response = await send(port, posted(port, JSON.stringify(batch)));
  const codes = JSON.parse(response.body()).map(({ error }) => error?.code);
  return `${response.status}, ${codes.length} × ${[...new Set(codes)]}`;
}

let introduced = 0;

/** A client with a long description, which differs each time. */
function introduce(port) {
  introduced += 1;
  const clientInfo = { ...identity, title: `${introduced}`.padEnd(INTRODUCTION, 'x') };
  const params = { _meta: { 'io.modelcontextprotocol/clientInfo': clientInfo } };
  return bytesOf(port, { ...list, params }, { dialect: MODERN });
}

async function floodCompletions({ port }) {
  const params = { ref: { type: 'ref/prompt', name: nameOf(0) }, argument: typed };
  const bytes = bytesOf(port, { method: 'completion/complete', params });
  const responses = await Promise.all(Array.from({ length: FLOOD }, () => send(port, bytes, FLOODER)));
  return [...new Set(responses.map(outcomeOf))].toSorted().join('; ');
}

const modern = { dialect: MODERN };
const MILLION_VALUES = `[${'{},'.repeat(1_000_000)}{}]`;

/** A byte that arrives after the server has closed resets the connection, and its client may lose the response. */
const TIMED_OUT = ['408, closed', 'undefined, closed'];

/** The attacks of one frequency: each is what the client does, and the outcomes that may come of it. */
const every = (everyMs, attacks, atOnce = 1) =>
  Object.entries(attacks).map(([name, [run, ...expected]]) => ({ name, everyMs, atOnce, run, expected }));

export const ATTACKS = [
  // Requests that are wrong.
  ...every(200, {
    'sends no JSON': [sends((port) => posted(port, '{"jsonrpc": ')), '400, -32700'],
    'sends no JSON-RPC': [sends((port) => posted(port, '{"id": 1}')), '400, -32600'],
    'sends no UTF-8': [sends((port) => posted(port, Buffer.from([0x22, 0xff, 0x22]))), '400, -32700'],
    'sends another host': [sends((port) => posted(port, '{}', { host: 'evil.example' })), '403, -32000'],
    'sends another origin': [sends((port) => posted(port, '{}', { origin: 'https://evil.example' })), '403, -32000'],
    'sends another type': [sends((port) => posted(port, 'hello', { 'content-type': 'text/plain' })), '415, -32000'],
    'sends GET without a session': [sends((port) => raw(port, 'GET', { accept: 'text/event-stream' })), '405, -32000'],
    'requests in a session that never existed': [
      sends((port) => bytesOf(port, list, { dialect: SESSION, sessionId: randomUUID() })),
      '404, -32001',
    ],
    'requests an unknown prompt': [sends(request(get('nothing'))), '200, -32602'],
    'requests with a wrong argument': [
      sends(request(get('review_1', { arguments: { code: 'a', limit: 'b' } }))),
      '200, -32602',
    ],
    'requests an unknown method': [
      sends(request({ method: 'tools/call', params: { name: 'nothing' } })),
      '200, -32601',
    ],
    [FAILING]: [sends(request(get('failing'))), '200, -32603'],
    [FORGETFUL]: [sends(request(get('forgetful'))), '200, -32603'],
    'does not send HTTP': [drips(() => ['Good morning!\r\n\r\n', '']), '400, closed'],
  }),

  // Clients that disconnect.
  ...every(150, {
    'leaves in the middle of a head': [leaves((port) => cutOff(port).subarray(0, 60)), 'left'],
    'leaves in the middle of a body': [leaves(cutOff), 'left'],
    'is reset in the middle of a body': [leaves(cutOff, { how: 'reset' }), 'left'],
    'leaves in the middle of a response': [leaves(request(get('large')), { after: 'xxx' }), 'left'],
    'is reset in the middle of a response': [leaves(request(get('large')), { after: 'xxx', how: 'reset' }), 'left'],
    'does not read its response, and leaves': [ignoreResponse, 'left'],
    'leaves a slow render': [leaves(request(get('slow'))), 'left'],
    'leaves a slow render, 2026-07-28': [leaves(request(get('slow'), modern)), 'left'],
    'is reset during a slow render': [leaves(request(get('slow')), { how: 'reset' }), 'left'],
    'leaves a slow render that reports': [leaves(request(reportingGet('slow'))), 'left'],
    'cancels a slow render in its session': [cancel, '200'],
    'leaves a stream of progress in a session': [
      leaves(inSession(reportingGet('reporting')), { after: 'notifications/progress' }),
      'left',
    ],
    'leaves a stream of progress, 2026-07-28': [
      leaves(request(reportingGet('reporting'), modern), { after: 'notifications/progress' }),
      'left',
    ],
    'leaves while its user is asked': [
      leaves(inSession(get('asking'), { elicitation: {} }), { after: 'elicitation/create' }),
      'left',
    ],
  }),
  ...every(200, {
    'leaves a render that ignores its signal': [leaves(request(get('stubborn'))), 'left'],
    'leaves a render that ignores its signal, in its session': [leaves(inSession(get('stubborn'))), 'left'],
    'ends its session, and requests in it': [endSession, '200; 404, -32001'],
  }),
  ...every(50, { 'opens a session, and abandons it': [abandonSession, 'opened'] }),
  ...every(100, { 'requests in an abandoned session, which was ended': [returnToSession, '404, -32001'] }),
  ...every(
    200,
    {
      'gets updates by GET, and leaves': [listenInSession, 'left'],
      'gets updates by subscriptions/listen, and leaves': [leaves(request(LISTEN, modern), { after: UPDATED }), 'left'],
    },
    2,
  ),

  // Requests that arrive too slowly.
  ...every(
    200,
    {
      'sends its head byte by byte': [drips((port) => split(listText(port), 10)), ...TIMED_OUT],
      'sends its body byte by byte': [
        drips((port) => split(listText(port), listText(port).indexOf('{'))),
        ...TIMED_OUT,
      ],
      'sends its body chunk by chunk, without an end': [
        drips((port) => [chunked(port, ''), Array.from({ length: 100 }, () => '1\r\n \r\n')]),
        ...TIMED_OUT,
      ],
      'never sends anything': [drips(() => ['', '']), '408, closed'],
    },
    3,
  ),

  // Requests that are too large. If one takes too long to arrive, the server reports that first.
  ...every(1_000, {
    'announces a body that is too large': [sends((port) => announced(port, LARGE.length)), '413, -32000'],
    'sends a body that is too large': [sends((port) => announced(port, LARGE.length, LARGE)), '413, -32000'],
    'sends a body that is too large, in chunks': [
      sends((port) => chunked(port, Buffer.concat([Buffer.from(`${LARGE.length.toString(16)}\r\n`), LARGE]))),
      '413, -32000',
      '408, -32000',
    ],
  }),

  // Requests that cost the client little, and a careless server much.
  ...every(500, {
    'sends a body with a chunk for each byte': [sends(crumbs), '200, result', '408, -32000'],
    'sends a million values': [sends((port) => posted(port, MILLION_VALUES)), '400, -32600', '408, -32000'],
    'misspells a hundred names at once': [misspell, `200, ${BATCH} × -32602`],
    'reads nothing of a stream of progress': [stalls(request(reportingGet('chatting'))), 'cut off'],
    'reads nothing of a stream of progress, 2026-07-28': [stalls(request(reportingGet('chatting'), modern)), 'cut off'],
  }),
  ...every(50, { 'describes itself at length, differently each time': [sends(introduce), '200, result'] }),
  ...every(2_000, {
    [`requests ${FLOOD} completions at once`]: [floodCompletions, '200, result; 429, -32000'],
  }),
];
