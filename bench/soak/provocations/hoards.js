// A caller that makes the server hold as much memory as it can, while another caller is served.
import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from '../line.js';
import { asked, inShort, openSession, raw, SESSION, visit } from '../visit.js';

const [HOARDER, OTHER] = ['127.0.3.1', '127.0.3.2'];
/** Just below the limits of an argument and of the URI of a subscription. */
const [TEXT, NAME] = ['x'.repeat(990_000), 'x'.repeat(8_000)];
const [CALLS_AT_ONCE, SUBSCRIPTIONS_A_SESSION] = [5, 90];
/** More rounds than the share of a caller has room for, and as many as it has if nothing else is held for it. */
const [MAX_ROUNDS, MIN_ROUNDS] = [40, 8];
const LOOK_MS = 50;

const list = { method: 'prompts/list', params: {} };
const keeping = { method: 'prompts/get', params: { name: 'keeping', arguments: { text: TEXT } } };
const subscribe = (at) => ({ method: 'resources/subscribe', params: { uri: `page:///${at}${NAME}` } });
const listAs = (port, caller) => visit(port, asked(port, list), caller);

/**
 * Adds to the hoard until the server refuses the hoarder, asks as another caller, and gives the hoard back until the
 * server accepts the hoarder again.
 */
const hoarding = ({ add, giveBack }) =>
  async function hoard({ port }) {
    const hoarded = [];
    let [rounds, refusal] = [0, undefined];
    for (; refusal === undefined && rounds < MAX_ROUNDS; rounds += 1) {
      hoarded.push(...(await add(port, rounds)));
      const answer = await listAs(port, HOARDER);
      if (answer.status !== 200) refusal = inShort(answer);
    }
    const other = inShort(await listAs(port, OTHER));
    await giveBack(port, hoarded);
    while ((await listAs(port, HOARDER)).status !== 200) await sleep(LOOK_MS);
    const isEarly = refusal !== undefined && rounds < MIN_ROUNDS;
    return `${refusal}${isEarly ? ` after ${rounds} rounds` : ''}; ${other}; 200`;
  };

const many = (count, work) => Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const calls = {
  add: (port) =>
    many(CALLS_AT_ONCE, async () => {
      const line = await Line.open(port, HOARDER);
      line.write(asked(port, keeping));
      return line;
    }),
  async giveBack(_port, lines) {
    for (const line of lines) line.hangUp();
  },
};

const subscriptions = {
  async add(port) {
    const sessionId = await openSession(port, { localAddress: HOARDER });
    await many(SUBSCRIPTIONS_A_SESSION, (at) =>
      visit(port, asked(port, subscribe(at), { dialect: SESSION, sessionId }), HOARDER),
    );
    return [sessionId];
  },
  giveBack: (port, sessionIds) =>
    Promise.all(sessionIds.map((id) => visit(port, raw(port, 'DELETE', { 'mcp-session-id': id }), HOARDER))),
};

const hoard = (name, kind) => ({
  name,
  /** The hoarder, another caller meanwhile, and the hoarder afterwards. */
  expected: ['503, -32000; 200, result; 200'],
  provoke: hoarding(kind),
});

/** Other provocations wait meanwhile, because little is left for what they hold; good requests do not. */
export const HOARDS = [
  hoard('makes calls with large arguments until it is refused', calls),
  hoard('subscribes to resources with long URIs until it is refused', subscriptions),
];
