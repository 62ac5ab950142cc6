import type { Host, Runtime } from '@cuecard/core';
import type { View } from '../api.js';
import { RequestFault } from '../http/api-routes.js';
import { definitionOf } from '../project/catalogue.js';
import { choicesIn, kindIn, memberOf, objectIn, textIn } from '../project/definition-detail.js';
import { hostsOf, REVISIONS } from './hosts.js';
import { resourceView, toolView } from './other-views.js';
import { PromptViews } from './prompt-views.js';
import { Viewing } from './viewing.js';

/**
 * The views that a request asks for, by hosts, then by revisions. Hosts are played at the same time.
 * @throws {RequestFault} if the request cannot be read, or there is no such definition
 */
export async function viewsOf(runtime: Runtime, given: unknown, signal: AbortSignal): Promise<readonly View[]> {
  const hosts = hostsOf(runtime);
  const keys = choicesIn(
    given,
    'hosts',
    hosts.map(({ key }) => key),
  );
  const revisions = choicesIn(given, 'revisions', REVISIONS);
  const view = viewerOf(await viewingOf(runtime, given, signal));
  const played = hosts.filter(({ key }) => keys.includes(key)).map((host) => viewsBy(host, revisions, view));
  return (await Promise.all(played)).flat();
}

type Viewer = (host: Host, revision: string) => Promise<View>;

async function viewsBy(host: Host, revisions: readonly string[], view: Viewer): Promise<View[]> {
  const views: View[] = [];
  for (const revision of revisions) views.push(await view(host, revision)); // Prompts may be costly to render.
  return views;
}

function viewerOf(viewing: Viewing): Viewer {
  const { name } = viewing.viewed.definition.kind;
  const prompts = new PromptViews(viewing);
  const viewers: Readonly<Record<typeof name, Viewer>> = {
    prompt: (host, revision) => prompts.view(host, revision),
    tool: (host, revision) => toolView(viewing, host, revision),
    resource: (host, revision) => resourceView(viewing, host, revision),
  };
  return viewers[name];
}

async function viewingOf(runtime: Runtime, given: unknown, signal: AbortSignal): Promise<Viewing> {
  const [kind, name] = [kindIn(given), textIn(given, 'name')];
  const args = objectIn(given, 'arguments');
  const definition = await definitionOf(runtime, kind, name);
  if (definition === undefined) throw new RequestFault(404, 'definition', `There is no ${kind} "${name}"`);
  const uri = memberOf(given, 'uri') === undefined ? {} : { uri: textIn(given, 'uri') };
  return new Viewing({ runtime, definition, name, arguments: args, ...uri, signal });
}
