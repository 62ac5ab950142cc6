// Attacks that use up a limit of the server, so no other attack runs meanwhile. After each the server must serve the attacker
// again.
import { setTimeout as sleep } from 'node:timers/promises';
import { numbers } from '../definitions/review.js';
import { Connection } from '../wire/connection.js';
import { bytesOf, openSession, raw, send, SESSION } from '../wire/requests.js';
import { MAX_REQUESTS, RENDER_MS } from './limits.js';
import { outcomeOf } from './tally.js';

const LOOK_MS = 50;
const SETTLE_MS = 500;
/** Two callers, because one alone cannot take all places. */
const FLOODERS = ['127.0.2.1', '127.0.2.2'];
const REJECTED = numbers(20);
const MORE = 50;
const [HOARDER, OTHER] = ['127.0.3.1', '127.0.3.2'];
/** Just below the limits of an argument and of the URI of a subscription. */
const [TEXT, NAME] = ['x'.repeat(990_000), 'x'.repeat(8_000)];
const [CALLS, SUBSCRIPTIONS] = [numbers(5), numbers(90)];
/** More rounds than the share of a caller has room for. */
const MAX_ROUNDS = 40;

const list = { method: 'prompts/list', params: {} };
const get = (name, args) => ({ method: 'prompts/get', params: { name, arguments: args } });
const subscribe = (at) => ({ method: 'resources/subscribe', params: { uri: `page:///${at}${NAME}` } });

async function statusOf(port) {
  return (await send(port, `GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`))?.status;
}

/** Sends slow renders until the server reports that it accepts no more. */
async function fill(port, connections) {
  // The server closes a connection that waits too long for its first byte, and then accepts another one.
  for (let more = MAX_REQUESTS; (await statusOf(port)) !== 503; more = MORE) {
    const open = async (at) => {
      const connection = await Connection.open(port, FLOODERS[at % 2]);
      connection.write(bytesOf(port, get('slow', {})));
      return connection;
    };
    connections.push(...(await Promise.all(numbers(more).map(open))));
    await sleep(LOOK_MS);
  }
}

/** Fills the server, sends more requests while it is full, and abandons all. */
async function floodRequests({ port }) {
  const connections = [];
  let responses;
  do {
    await fill(port, connections);
    responses = await Promise.all(REJECTED.map(() => send(port, bytesOf(port, list))));
  } while ((await statusOf(port)) !== 503); // A place became free meanwhile.
  for (const connection of connections) connection.disconnect();
  await sleep(RENDER_MS); // The abandoned renders run until their time is over.
  while ((await statusOf(port)) !== 200) await sleep(LOOK_MS);
  await sleep(SETTLE_MS);
  return [...new Set(responses.map(outcomeOf))].join('; ');
}

/**
 * Adds to a hoard until the server rejects that, requests as another caller, and releases the hoard until the server accepts the
 * hoarder again. The outcomes are those of the hoarder, of the other caller, and of the hoarder afterwards.
 */
const hoards = ({ add, release }) =>
  async function hoard({ port }) {
    const [hoarded, rejections] = [[], []];
    const check = (response) => response?.status === 200 || rejections.push(outcomeOf(response));
    for (let round = 0; rejections.length === 0 && round < MAX_ROUNDS; round += 1)
      hoarded.push(...(await add(port, check)));
    const other = outcomeOf(await send(port, bytesOf(port, list), OTHER));
    await Promise.all(hoarded.map((each) => release(port, each)));
    let response;
    do {
      await sleep(LOOK_MS);
      response = await send(port, bytesOf(port, list), HOARDER);
    } while (response.status !== 200);
    return `${[...new Set(rejections)].join(' or ')}; ${other}; ${response.status}`;
  };

const calls = {
  add(port, check) {
    const call = async () => {
      const connection = await Connection.open(port, HOARDER);
      connection.write(bytesOf(port, get('keeping', { text: TEXT })));
      const response = connection.response();
      const early = await Promise.race([response, sleep(LOOK_MS, undefined)]); // Accepted calls take longer.
      if (early !== undefined) check(early);
      return { connection, response };
    };
    return Promise.all(CALLS.map(call));
  },
  async release(_port, { connection, response }) {
    await response;
    connection.disconnect();
  },
};

const subscriptions = {
  async add(port, check) {
    const sessionId = await openSession(port, { localAddress: HOARDER });
    if (sessionId === undefined) {
      check(await send(port, bytesOf(port, list), HOARDER));
      return [];
    }
    const options = (id) => ({ dialect: SESSION, sessionId, id });
    const add = async (at) => check(await send(port, bytesOf(port, subscribe(at), options(at + 1)), HOARDER));
    await Promise.all(SUBSCRIPTIONS.map(add));
    return [sessionId];
  },
  release: (port, sessionId) => send(port, raw(port, 'DELETE', { 'mcp-session-id': sessionId }), HOARDER),
};

/** No good requests run meanwhile, because the server would reject them, too. */
export const FLOOD = {
  name: `sends more than ${MAX_REQUESTS} requests at once`,
  expected: ['503, -32000'],
  run: floodRequests,
};

const hoard = (name, kind) => ({ name, expected: ['503, -32000; 200, result; 200'], run: hoards(kind) });

export const HOARDS = [
  hoard('makes calls with large arguments until it is rejected', calls),
  hoard('subscribes to resources with long URIs until it is rejected', subscriptions),
];
