import type { CallOptions, Host } from '@cuecard/core';
import type { View } from '../api.js';
import { removedMembers } from './entry-changes.js';
import type { Entry } from './list-search.js';
import { shownAs } from './prompt-views.js';
import { type Outcome, type ViewContext, viewOf } from './view-context.js';

/** A tool as a host lists it, without a call. */
export async function toolView(context: ViewContext, host: Host, revision: string): Promise<View> {
  const call = context.callOf(host, revision);
  const [entry, plain] = await Promise.all([
    context.entry('tools/list', call),
    context.entry('tools/list', context.plainCall),
  ]);
  const shown = shownAs(host.profile, 'tools', context.target.definition.name);
  const about = { host: host.key, revision, ...(shown !== undefined && { shownAs: shown }), ...(entry && { entry }) };
  return viewOf(about, await context.entryChanges(entry, plain, call));
}

/** A resource as a host gets it. */
export async function resourceView(context: ViewContext, host: Host, revision: string): Promise<View> {
  const call = context.callOf(host, revision);
  const [entry, plain, outcome, plainly] = await Promise.all([
    resourceEntry(context, call),
    resourceEntry(context, context.plainCall),
    read(context, (params) => context.ask('resources/read', params, call)),
    read(context, (params) => context.askPlainly('resources/read', params)),
  ]);
  return viewOf({ host: host.key, revision, ...(entry && { entry }), ...outcome }, [
    ...(await context.entryChanges(entry, plain, call)),
    ...removedMembers(plainly.result, outcome.result),
  ]);
}

function resourceEntry(context: ViewContext, call: CallOptions): Promise<Entry | undefined> {
  const { uri, uriTemplate } = context.target.definition.entry as {
    readonly uri?: string;
    readonly uriTemplate?: string;
  };
  return uri === undefined
    ? context.find('resources/templates/list', call, (entry) => entry['uriTemplate'] === uriTemplate)
    : context.find('resources/list', call, (entry) => entry['uri'] === uri);
}

async function read({ target }: ViewContext, ask: (params: object) => Promise<Outcome>): Promise<Outcome> {
  return target.uri === undefined ? {} : ask({ uri: target.uri });
}
