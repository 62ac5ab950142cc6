import type { Run } from '../session/session.js';
import { asTexts, givenArguments } from './given-arguments.js';
import type { CallCommandOptions } from './call-options.js';
import { speaking } from './calling.js';
import type { Peer } from '../peer/peer.js';

type Words = [what: string, argument: string, typed: string | undefined, words: readonly string[] | undefined];

export const runComplete: Run<CallCommandOptions> = (
  session,
  options,
  ...[what, argument, typed = '', words = []]: Words
) =>
  speaking(session, options, 'complete', async (peer) => {
    const ref = await referenceTo(peer, what);
    const known = asTexts(await givenArguments(session, words, options, {}));
    const { completion } = await peer.complete({
      ref,
      argument: { name: argument, value: typed },
      context: { arguments: known },
    });
    return { data: completion, text: completion.values.join('\n') };
  });

async function referenceTo(peer: Peer, what: string) {
  const template = (await peer.list('resource')).find(({ name, uri }) => name === what || uri === what);
  if (template?.uri === undefined) return { type: 'ref/prompt' as const, name: what };
  return { type: 'ref/resource' as const, uri: template.uri };
}
