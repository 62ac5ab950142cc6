import { settled } from '../arguments/settled.js';
import { usage } from '../outcome/problem.js';
import type { Offered, Peer } from '../peer/peer.js';
import type { Session } from '../session/session.js';
import { askField, type Suggest } from '../asking/form.js';

type Json = Record<string, unknown>;

/**
 * Asks for the required arguments that are missing, with what the server completes.
 * @throws {Problem} `arguments-missing`, without a terminal
 */
export async function withMissing(session: Session, peer: Peer, offered: Offered, given: Json): Promise<Json> {
  const { schema } = offered;
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(given, name) || given[name] === undefined);
  if (missing.length === 0) return given;
  if (!session.terminal.isInteractive) {
    const fix = `Give ${missing.map((name) => `${name}=…`).join(' ')}`;
    throw usage('arguments-missing', `${offered.name} needs ${missing.join(', ')}`, fix);
  }
  const all = { ...given };
  for (const name of missing) {
    const suggest = suggestionsOf(peer, offered, { name, given: all });
    const own = settled(schema.properties?.[name] ?? {}, schema);
    all[name] = await askField(session, { name, schema: own, isRequired: true, suggest });
  }
  return all;
}

interface Asked {
  readonly name: string;
  readonly given: Json;
}

function suggestionsOf(peer: Peer, offered: Offered, { name, given }: Asked): Suggest | undefined {
  const ref =
    offered.kind === 'prompt'
      ? { type: 'ref/prompt' as const, name: offered.name }
      : { type: 'ref/resource' as const, uri: offered.uri ?? '' };
  if (offered.kind === 'tool') return undefined; // The protocol completes none of theirs.
  const known = Object.entries(given).map(([key, value]) => [key, String(value)]);
  const context = { arguments: Object.fromEntries(known) as Record<string, string> };
  return async (typed) => {
    const { completion } = await peer.complete({ ref, argument: { name, value: typed }, context });
    return completion.values;
  };
}
