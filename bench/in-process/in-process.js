// In process, without any transport: what a request costs, and what the catalogue does.
import { figure } from '../figures.js';
import { CONTENDERS } from './contenders.js';
import { IMPLEMENTATIONS } from './implementations.js';
import { costs, startUps } from './rounds.js';

const STEPS = {
  'declare the prompts, ms': ({ declaring }) => declaring,
  'start, ms': ({ starting }) => starting,
  'first `prompts/list`, ms': ({ listing }) => listing,
  'memory, KB a prompt': ({ bytes }) => bytes / 1_000,
};

export async function measure({ catalogues: counts, turns, starts, isMeasured, isAsked, isWhole }) {
  const requests = {};
  for (const method of Object.keys(CONTENDERS).filter(isMeasured)) {
    const names = Object.keys(CONTENDERS[method]).filter(isAsked);
    requests[method] = await costsOf(method, names, { counts, rounds: turns });
  }
  const startUp = isWhole ? await startingUp({ counts, rounds: starts }) : undefined;
  return { counts, requests, startUp };
}

/** By name, a figure for each count. */
async function costsOf(method, names, { counts, rounds }) {
  const rows = names.map((name) => ({ name, figures: [] }));
  for (const count of counts) {
    const times = await costs(method, names, { count, rounds });
    for (const [index, row] of rows.entries()) row.figures.push(figure(times[index]));
  }
  return rows;
}

async function startingUp({ counts, rounds }) {
  const names = Object.keys(IMPLEMENTATIONS);
  const rows = names.flatMap((name) => Object.keys(STEPS).map((step) => ({ name: `${name}: ${step}`, figures: [] })));
  for (const count of counts) {
    const figures = (await startUps(names, { count, rounds })).flatMap((starts) =>
      Object.values(STEPS).map((step) => figure(starts.map(step))),
    );
    for (const [index, row] of rows.entries()) row.figures.push(figures[index]);
  }
  return rows;
}
