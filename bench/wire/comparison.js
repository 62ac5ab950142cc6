// Tables that compare servers: in each round every server takes a turn, while the others wait.
import { METHODS } from '../definitions/review.js';
import { figure } from '../figures.js';
import { Contender } from './contender.js';
import { checkRejection } from './requests.js';

/**
 * Measures a table for each method and count. Servers have definitions of one kind at a time, because some register all of
 * them for each request.
 * @param contenders the server, its transport and its dialect
 */
export async function compare({ contenders, methods, counts, ...plan }) {
  const tables = [];
  for (const kind of new Set(methods.map((method) => METHODS[method].kind)))
    for (const count of counts) {
      const running = [];
      for (const contender of contenders) running.push(await Contender.start(contender, { kind, count }));
      for (const method of methods.filter((each) => METHODS[each].kind === kind))
        tables.push({ method, count, rows: await rowsOf(contenders, running, { method, count, ...plan }) });
      for (const each of running) await each.end();
    }
  return tables;
}

async function rowsOf(contenders, running, { method, count, rounds, warmUps, ...plan }) {
  const { isList } = METHODS[method];
  const lengths = [];
  for (const [index, each] of running.entries()) {
    lengths.push(await each.prepare(method, count));
    if (!isList && !isLimit(contenders[index])) await checkRejection(method, (message) => each.request(message));
  }
  const results = running.map(() => []);
  for (let round = -warmUps; round < (isList ? rounds.lists : rounds.calls); round += 1)
    for (const [index, each] of running.entries()) {
      const result = await each.round(plan);
      if (round >= 0) results[index].push(result);
    }
  return contenders.map(({ server, dialect }, index) => {
    const responses = isList ? lengths[index] : lengths[index].slice(0, 1);
    return { server, dialect, ...figuresOf(responses, results[index]) };
  });
}

/** It validates nothing. */
const isLimit = ({ server }) => server.startsWith('node:http');

/** If a list takes several responses, all figures are those of the whole list. */
function figuresOf(lengths, results) {
  const answers = lengths.length;
  return {
    answers,
    bytes: lengths.reduce((sum, length) => sum + length),
    perSecond: figure(results.map(({ perSecond }) => perSecond / answers)),
    cpu: figure(results.map(({ cpu }) => cpu * answers)),
  };
}
