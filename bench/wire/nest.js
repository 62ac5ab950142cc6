// In Nest, beside `@rekog/mcp-nest`, on both platforms, without and with a guard and an interceptor; and how long an
// application with a thousand providers takes to start.
import { figure } from '../figures.js';
import { inNest } from '../servers/servers.js';
import { compareAll } from './comparison.js';
import { Running } from './running.js';
import { firstAnswer } from './start-up.js';

const PLAIN = '2025-11-25';
const COMPARED = ['mcp-nest in Nest', 'Cuecard in Nest'];
const METHODS = ['prompts/get', 'tools/call'];
const COUNT = 10;
const PROVIDERS = 1_000;

function contenders(platform, isEnhanced) {
  return COMPARED.map((name) => ({ name, server: inNest(name, platform, isEnhanced), dialect: PLAIN }));
}

export async function measure({ rounds, warmUps, leadIn, milliseconds, starts }) {
  const length = { rounds, warmUps, leadIn, milliseconds, methods: METHODS, counts: [COUNT] };
  const groups = [];
  for (const platform of ['Express', 'Fastify'])
    for (const isEnhanced of [false, true]) {
      const plan = { ...length, contenders: contenders(platform, isEnhanced), start: Running.overHttp };
      groups.push({ platform, isEnhanced, tables: await compareAll(plan) });
    }
  return { count: COUNT, groups, startUp: await startUp(starts) };
}

/** An application that has only a route, and one with as many prompts as it has providers. */
async function startUp(starts) {
  const rows = [];
  for (const platform of ['Express', 'Fastify'])
    for (const name of ['Nest alone', ...COMPARED.slice(1)]) rows.push({ platform, name, taken: [] });
  for (let turn = 0; turn < starts; turn += 1)
    for (const { platform, name, taken } of rows)
      taken.push(await firstAnswer(inNest(name, platform, false), 'http', PROVIDERS));
  return { providers: PROVIDERS, rows: rows.map(({ taken, ...row }) => ({ ...row, milliseconds: figure(taken) })) };
}
