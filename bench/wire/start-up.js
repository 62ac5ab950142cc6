// From the start of a process to its first right answer: a `prompts/get`, among ten prompts.
import { figure } from '../figures.js';
import { GET, METHODS } from '../definitions/methods.js';
import { SERVERS } from '../servers/servers.js';
import { end, start } from '../servers/started.js';
import { Clients } from './clients.js';
import { Lines } from './lines.js';
import { messageOf } from './questions.js';

const { of: kind, asked, isRight } = METHODS[GET];
const COUNT = 10;
const question = { method: GET, params: asked[0] };

const ASK = {
  async http({ ready }) {
    const { body } = await new Clients(await ready, '2025-11-25').ask(question);
    return messageOf(body()).result;
  },
  async stdio({ child }) {
    const lines = new Lines(child);
    await lines.open();
    return lines.ask(question);
  },
};

const isIn = (over) => (name) => SERVERS[name].starts?.includes(over);

export async function measure({ starts }) {
  const tables = [];
  for (const over of Object.keys(ASK)) {
    const rows = Object.keys(SERVERS)
      .filter(isIn(over))
      .map((server) => ({ server, taken: [] }));
    for (let turn = 0; turn < starts; turn += 1) {
      for (const { server, taken } of rows) taken.push(await firstAnswer(server, over));
    }
    tables.push({ over, rows: rows.map(({ server, taken }) => ({ server, milliseconds: figure(taken) })) });
  }
  return { tables };
}

/** The time from the start of a process to its first answer, in milliseconds. */
export async function firstAnswer(server, over, count = COUNT) {
  const begin = performance.now();
  const process = start(server, over, { kind, count });
  const result = await ASK[over](process);
  const taken = performance.now() - begin;
  if (!isRight(result)) throw new Error(`${server} answers something else`);
  await process.ready;
  await end(process.child);
  return taken;
}
