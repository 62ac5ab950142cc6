// A caller that makes the server hold as much memory as it can, while another caller is served.
import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from '../line.js';
import { asked, inShort, openSession, raw, SESSION, visit } from '../visit.js';

const [HOARDER, OTHER] = ['127.0.3.1', '127.0.3.2'];
/** Just below the limits of an argument and of the URI of a subscription. */
const [TEXT, NAME] = ['x'.repeat(990_000), 'x'.repeat(8_000)];
const [CALLS_AT_ONCE, SUBSCRIPTIONS_A_SESSION] = [5, 90];
/** More rounds than the share of a caller has room for. */
const MAX_ROUNDS = 40;
const LOOK_MS = 50;

const list = { method: 'prompts/list', params: {} };
const keeping = { method: 'prompts/get', params: { name: 'keeping', arguments: { text: TEXT } } };
const subscribe = (at) => ({ method: 'resources/subscribe', params: { uri: `page:///${at}${NAME}` } });

/**
 * Adds to the hoard until the server refuses that, asks as another caller, and gives the hoard back until the server
 * accepts the hoarder again.
 */
const hoarding = ({ add, giveBack }) =>
  async function hoard({ port }) {
    const [hoarded, refusals] = [[], []];
    for (let round = 0; refusals.length === 0 && round < MAX_ROUNDS; round += 1)
      hoarded.push(...(await add(port, (answer) => answer?.status === 200 || refusals.push(inShort(answer)))));
    const other = inShort(await visit(port, asked(port, list), OTHER));
    await giveBack(port, hoarded);
    let answer;
    do {
      await sleep(LOOK_MS);
      answer = await visit(port, asked(port, list), HOARDER);
    } while (answer.status !== 200);
    return `${[...new Set(refusals)].join(' or ')}; ${other}; ${answer.status}`;
  };

const many = (count, work) => Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const calls = {
  add: (port, answered) =>
    many(CALLS_AT_ONCE, async () => {
      const line = await Line.open(port, HOARDER);
      line.write(asked(port, keeping));
      const answer = line.answer();
      const early = await Promise.race([answer, sleep(LOOK_MS, undefined)]); // Accepted calls take longer.
      if (early !== undefined) answered(early);
      return { line, answer };
    }),
  giveBack: (_port, kept) =>
    many(kept.length, async (at) => {
      await kept[at].answer;
      kept[at].line.hangUp();
    }),
};

const subscriptions = {
  async add(port, answered) {
    const sessionId = await openSession(port, { localAddress: HOARDER });
    if (sessionId === undefined) {
      answered(await visit(port, asked(port, list), HOARDER));
      return [];
    }
    await many(SUBSCRIPTIONS_A_SESSION, async (at) => {
      const question = asked(port, subscribe(at), { dialect: SESSION, sessionId, id: at + 1 });
      answered(await visit(port, question, HOARDER));
    });
    return [sessionId];
  },
  giveBack: (port, sessionIds) =>
    many(sessionIds.length, (at) => visit(port, raw(port, 'DELETE', { 'mcp-session-id': sessionIds[at] }), HOARDER)),
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
