// What is small for whoever sends it, and costs a server much that does not take care.
import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from '../line.js';
import { amended, asked, inShort, MODERN, openSession, raw, SESSION, visit } from '../visit.js';

const JSON_HEAD = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const list = { method: 'prompts/list', params: {} };
const get = (name, params) => ({ method: 'prompts/get', params: { name, arguments: {}, ...params } });

/** Large enough for each of its bytes to cost something, and small enough to arrive in time. */
const CRUMBS = 256 * 1024;
const VALUES = 1_000_000;
const NAME = 60;
const BATCH = 100;
const INTRODUCTION = 60_000;
const BEGUN_MS = 100;
/** Longer than a client may take nothing. */
const ABANDONED_MS = 3_000;

const abuse = (name, expected, provoke, everyMs = 500) => ({ name, everyMs, expected, provoke });

/** A body of which each byte is a chunk of its own. */
function crumbs(port) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...list }).padEnd(CRUMBS);
  const chunks = Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('');
  return `${raw(port, 'POST', { ...JSON_HEAD, 'transfer-encoding': 'chunked' })}${chunks}0\r\n\r\n`;
}

const sized = (port, body) => raw(port, 'POST', { ...JSON_HEAD, 'content-length': Buffer.byteLength(body) }, body);
const values = `[${'{},'.repeat(VALUES)}{}]`;
const misspelt = (at) => ({ jsonrpc: '2.0', id: at, ...get(`review_${at}`.padEnd(NAME, 'x')) });
const batch = JSON.stringify(Array.from({ length: BATCH }, (_, at) => misspelt(at)));

const asking = (bytesOf) => async (server) => inShort(await visit(server.port, await bytesOf(server)));

async function misspell({ port }) {
  const answer = await visit(port, sized(port, batch));
  const codes = JSON.parse(answer.body()).map(({ error }) => error?.code);
  return `${answer.status}, ${codes.length} × ${[...new Set(codes)]}`;
}

/** Reads nothing of a stream until the server has given up, and then what had been on its way. */
async function stall({ port }, bytes) {
  const line = await Line.open(port);
  line.write(bytes);
  await line.hears('notifications/progress');
  line.pause();
  await sleep(ABANDONED_MS);
  line.resume();
  await line.closed();
  return 'cut off';
}

/** Leaves a render that takes no notice of it. */
async function leave({ port }, bytes) {
  const line = await Line.open(port);
  line.write(bytes);
  await sleep(BEGUN_MS);
  line.hangUp();
  return 'left';
}

let introduced = 0;

/** A client that says much of itself, and something else each time. */
function strange({ port }) {
  introduced += 1;
  return amended(asked(port, list, { dialect: MODERN }), ({ _meta }) => {
    const [name] = Object.keys(_meta).filter((key) => key.endsWith('/clientInfo'));
    _meta[name] = { ..._meta[name], title: `${introduced}`.padEnd(INTRODUCTION, 'x') };
  });
}

const chatting = (port) => asked(port, get('chatting', { _meta: { progressToken: 'it' } }));

/** Each time it is logged. */
export const FORGETFUL = 'asks for a prompt that forgets to await';

export const ABUSES = [
  abuse(
    'sends a body in chunks of one byte',
    ['200, result', '408, -32000'],
    asking(({ port }) => crumbs(port)),
  ),
  abuse(
    'sends a million values',
    ['400, -32600'],
    asking(({ port }) => sized(port, values)),
  ),
  abuse('misspells a hundred names at once', [`200, ${BATCH} × -32602`], misspell),
  abuse('reads nothing of a stream of progress', ['cut off'], (server) => stall(server, chatting(server.port))),
  abuse(
    'leaves a render that takes no notice',
    ['left'],
    (server) => leave(server, asked(server.port, get('stubborn'))),
    200,
  ),
  abuse(
    'leaves a render that takes no notice, in its session',
    ['left'],
    async (server) => {
      const sessionId = await openSession(server.port);
      return leave(server, asked(server.port, get('stubborn'), { dialect: SESSION, sessionId }));
    },
    200,
  ),
  abuse(
    FORGETFUL,
    ['200, -32603'],
    asking(({ port }) => asked(port, get('forgetful'))),
    200,
  ),
  abuse('introduces itself at length, as somebody else each time', ['200, result'], asking(strange), 50),
  abuse('reads nothing of a stream of progress, 2026-07-28', ['cut off'], (server) =>
    stall(server, modernChatting(server.port)),
  ),
];

/** With the envelope's `_meta` and a token in it. */
function modernChatting(port) {
  return amended(asked(port, get('chatting'), { dialect: MODERN }), ({ _meta }) => (_meta.progressToken = 'it'));
}
