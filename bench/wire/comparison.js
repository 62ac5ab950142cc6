// A table of how everybody answers a method: in each round all take a turn, alone; the others wait.
import { byKind, METHODS } from '../definitions/methods.js';
import { figure } from '../figures.js';
import { turns } from './running.js';

/**
 * A table for each method and count. Servers have definitions of one kind at a time: some set up all that they have for
 * each request.
 * @param start starts a contender that has so many definitions of a kind
 */
export async function compareAll({ contenders, start, methods, counts, ...plan }, seen = async () => {}) {
  const tables = [];
  for (const { kind, methods: ofKind } of byKind(methods)) {
    for (const count of counts) {
      const running = [];
      for (const contender of contenders) running.push(await start(contender, { kind, count }));
      for (const method of ofKind) {
        tables.push(await compared(contenders, running, { method, count, ...plan }));
        await seen(method, running);
      }
      for (const each of running) await each.end();
    }
  }
  return tables;
}

/** @param running the contenders, in the same order, each with `count` definitions */
async function compared(contenders, running, { method, count, rounds, ...plan }) {
  const { isList } = METHODS[method];
  const told = [];
  for (const [index, each] of running.entries()) {
    told.push(await each.prepare(method, count));
    if (!isList && !isLimit(contenders[index])) await each.refuses(method);
  }
  const done = await turns(running, { ...plan, rounds: isList ? rounds.lists : rounds.calls });
  const lengths = (index) => (isList ? told[index] : told[index].slice(0, 1));
  const rows = done.map((taken, index) => row(contenders[index], { lengths: lengths(index), ...taken }));
  return { method, count, rows };
}

/** It looks at nothing. */
const isLimit = ({ kind }) => kind?.startsWith('limit');

/** A list may be told in several answers: then all figures are for the whole of it. */
function row(contender, { lengths, perSecond, cpu }) {
  const answers = lengths.length;
  return {
    ...contender,
    answers,
    bytes: lengths.reduce((sum, length) => sum + length),
    perSecond: figure(perSecond.map((each) => each / answers)),
    cpu: figure(cpu.map((each) => each * answers)),
  };
}
