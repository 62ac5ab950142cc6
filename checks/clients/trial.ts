import { isDeepStrictEqual } from 'node:util';
import { CAPABILITIES, type Capability, outcomeOf, revisionOf, type Visit } from './capabilities.js';
import type { Desk, Entry, Form, User, Way } from './client.js';
import { answersIn } from './desk/answers.js';

/** The user of a client in a trial, who is called Ada. */
class Visitor implements User {
  /** What the user was last asked. */
  asked: { readonly message: string; readonly schema: unknown } | undefined;
  #hear = () => {};

  answer(message: string, schema: unknown): Form {
    this.asked = { message, schema };
    return { name: 'Ada', age: 36 };
  }

  notice(): void {
    this.#hear();
  }

  nextNotice(): Promise<void> {
    return new Promise((resolve) => {
      this.#hear = resolve;
    });
  }
}

/** Tries everything that a client offers, and returns what was not as expected. */
export async function faultsOf(entry: Entry, way: Way, desk: Desk): Promise<string[]> {
  const visitor = new Visitor();
  const client = await entry.connect(way, desk.full, visitor);
  const visit = { client, visitor, atBareDesk: () => entry.connect(way, desk.bare, visitor) };
  const spoken = await revisionOf(client);
  const faults = spoken === entry.revision ? [] : [`it asks in ${spoken} instead of ${entry.revision}`];
  for (const capability of offeredBy(entry)) faults.push(...(await compare(capability, visit, entry)));
  await client.close();
  return faults;
}

function offeredBy({ lacks }: Entry): Capability[] {
  // The keys of an object are of its own type.
  return (Object.keys(CAPABILITIES) as Capability[]).filter((capability) => lacks[capability] === undefined);
}

async function compare(capability: Capability, visit: Visit, { revision, view, differs }: Entry) {
  const shown = plain(await outcomeOf(() => CAPABILITIES[capability](visit)));
  const answer = answersIn(revision)[capability];
  const seen = view?.(answer, revision) ?? answer;
  const expected = plain(differs[capability]?.view(seen, revision) ?? seen);
  if (isDeepStrictEqual(shown, expected)) return [];
  return [`${capability} shows ${JSON.stringify(shown, null, 1)}\nnot ${JSON.stringify(expected, null, 1)}`];
}

/** As JSON has it: without members that are `undefined`. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
