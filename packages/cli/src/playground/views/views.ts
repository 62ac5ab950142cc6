import type { Host, Runtime } from '@cuecard/core';
import type { View } from '../api.js';
import { RequestFault } from '../http/api-routes.js';
import { definitionOf } from '../project/catalogue.js';
import { choicesIn, kindIn, memberOf, objectIn, textIn } from '../project/definition-detail.js';
import { hostsOf, REVISIONS } from './hosts.js';
import { resourceView, toolView } from './other-views.js';
import { PromptViews } from './prompt-views.js';
import { ViewContext } from './view-context.js';

/**
 * The views of a request, by hosts, then by revisions. Views of hosts are rendered in parallel.
 * @throws {RequestFault} for an invalid request or an unknown definition
 */
export async function viewsOf(runtime: Runtime, body: unknown, signal: AbortSignal): Promise<readonly View[]> {
  const hosts = hostsOf(runtime);
  const keys = choicesIn(
    body,
    'hosts',
    hosts.map(({ key }) => key),
  );
  const revisions = choicesIn(body, 'revisions', REVISIONS);
  const view = viewerOf(await contextOf(runtime, body, signal));
  const views = hosts.filter(({ key }) => keys.includes(key)).map((host) => viewsBy(host, revisions, view));
  return (await Promise.all(views)).flat();
}

type Viewer = (host: Host, revision: string) => Promise<View>;

async function viewsBy(host: Host, revisions: readonly string[], view: Viewer): Promise<View[]> {
  const views: View[] = [];
  for (const revision of revisions) views.push(await view(host, revision)); // Prompts may be costly to render.
  return views;
}

function viewerOf(context: ViewContext): Viewer {
  const { name } = context.target.definition.kind;
  const prompts = new PromptViews(context);
  const viewers: Readonly<Record<typeof name, Viewer>> = {
    prompt: (host, revision) => prompts.view(host, revision),
    tool: (host, revision) => toolView(context, host, revision),
    resource: (host, revision) => resourceView(context, host, revision),
  };
  return viewers[name];
}

async function contextOf(runtime: Runtime, body: unknown, signal: AbortSignal): Promise<ViewContext> {
  const [kind, name] = [kindIn(body), textIn(body, 'name')];
  const args = objectIn(body, 'arguments');
  const definition = await definitionOf(runtime, kind, name);
  if (definition === undefined) throw new RequestFault(404, 'definition', `There is no ${kind} "${name}"`);
  const uri = memberOf(body, 'uri') === undefined ? {} : { uri: textIn(body, 'uri') };
  return new ViewContext({ runtime, definition, name, arguments: args, ...uri, signal });
}
