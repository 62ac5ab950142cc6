import { expand } from '../arguments/uri-template.js';
import type { Offered, Peer } from '../peer/peer.js';
import type { Run } from '../session/session.js';
import type { CallCommandOptions } from './call-options.js';
import { speaking } from './calling.js';
import { contentsText, makeMediaFolder, saveMedia } from './content-text.js';
import { copied } from './call.js';
import { asTexts, givenArguments } from './given-arguments.js';
import { withMissing } from './missing-arguments.js';
export const runRead: Run<CallCommandOptions> = (session, options, what: string, words: readonly string[]) =>
  speaking(session, options, 'read', async (peer) => {
    await makeMediaFolder(session, options.out);
    const resource = await resourceBy(peer, what);
    const given = await givenArguments(session, words, options, resource.schema);
    const values = asTexts(await withMissing(session, peer, resource, given));
    const isTemplate = Object.keys({ ...resource.schema.properties, ...values }).length > 0;
    const listed = resource.uri ?? what;
    const uri = isTemplate ? expand(listed, values) : listed;
    const result = await session.terminal.during(`Reading ${uri}…`, () => peer.readResource({ uri }));
    await saveMedia(session, options.out, result.contents);
    await copied(session, options, result.contents.flatMap((each) => ('text' in each ? [each.text] : [])).join('\n\n'));
    const shown = result.contents.map(contentsText).join('\n\n');
    return { data: result, text: options.raw === true ? JSON.stringify(result, undefined, 2) : shown };
  });

/** What is listed by a name; otherwise it is the URI itself. */
async function resourceBy(peer: Peer, what: string): Promise<Offered> {
  const unlisted: Offered = { kind: 'resource', name: what, uri: what, schema: {}, isReadOnly: true };
  if (/^[a-z][a-z0-9+.-]*:/i.test(what)) return unlisted;
  return (await peer.list('resource')).find(({ name }) => name === what) ?? unlisted;
}
