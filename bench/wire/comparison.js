// A table of how everybody answers a method: in each round all take a turn, alone; the others wait.
import { figure } from '../figures.js';
import { turns } from './running.js';

export const METHODS = ['prompts/get', 'prompts/list'];

/** @param running the contenders, in the same order, each with `count` prompts */
export async function compared(contenders, running, { method, count, rounds, ...plan }) {
  const told = [];
  for (const each of running) told.push(await each.prepare(method, count));
  const done = await turns(running, { ...plan, rounds: rounds[method] });
  const lengths = (index) => (method === 'prompts/list' ? told[index] : told[index].slice(0, 1));
  const rows = done.map((taken, index) => row(contenders[index], { lengths: lengths(index), ...taken }));
  return { method, count, rows };
}

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
