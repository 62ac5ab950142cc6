import { inspect, isDeepStrictEqual } from 'node:util';
import { CAPABILITIES, type Capability, outcomeOf, revisionOf, type Visit } from './capabilities.js';
import type { Way } from './client.js';
import { answersIn } from './desk/answers.js';
import type { Desk } from './desk/desk.js';
import type { Entry } from './roster/entry.js';
import { Visitor } from './visitor.js';

const LIMIT_MS = 120_000;

/** A client, tried in one way. */
export interface Trial {
  readonly entry: Entry;
  readonly way: Way;
  readonly revision: string;
}

/** Tries everything that a client offers, and returns what was not as expected. */
export async function faultsOf(trial: Trial, desk: Desk): Promise<string[]> {
  const { entry, way } = trial;
  const faults = await Promise.race([tryAll(trial, desk).catch((error) => [inspect(error)]), timeout()]);
  return faults.map((fault) => `${entry.title} ${entry.mode ?? entry.installed}, ${way}: ${fault}`);
}

function timeout(): Promise<string[]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve([`it has not ended within ${LIMIT_MS} ms`]), LIMIT_MS).unref();
  });
}

async function tryAll({ entry, way, revision }: Trial, desk: Desk): Promise<string[]> {
  const visitor = new Visitor();
  const client = await entry.connect(way, desk.full, visitor);
  const visit = { client, visitor, atBareDesk: () => entry.connect(way, desk.bare, visitor) };
  const spoken = await revisionOf(client);
  const faults = spoken === revision ? [] : [`it asks in ${spoken} instead of ${revision}`];
  for (const capability of offeredBy(entry)) faults.push(...(await compare(capability, visit, { entry, revision })));
  await client.close();
  return faults;
}

function offeredBy({ lacks }: Entry): Capability[] {
  // The keys of an object are of its own type.
  return (Object.keys(CAPABILITIES) as Capability[]).filter((capability) => lacks[capability] === undefined);
}

async function compare(capability: Capability, visit: Visit, { entry, revision }: Pick<Trial, 'entry' | 'revision'>) {
  const shown = plain(await outcomeOf(() => CAPABILITIES[capability](visit)));
  const seen = entry.view?.(answersIn(revision)[capability], revision) ?? answersIn(revision)[capability];
  const expected = plain(entry.differs[capability]?.view(seen, revision) ?? seen);
  if (isDeepStrictEqual(shown, expected)) return [];
  return [`${capability} shows ${JSON.stringify(shown, null, 1)}\nnot ${JSON.stringify(expected, null, 1)}`];
}

/** As JSON has it: without members that are `undefined`. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
