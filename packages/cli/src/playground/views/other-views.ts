import type { CallOptions, Host } from '@cuecard/core';
import type { View } from '../api.js';
import { lostMembers } from './entry-changes.js';
import type { Entry } from './list-search.js';
import { shownAs } from './prompt-views.js';
import { type Outcome, type Viewing, viewOf } from './viewing.js';

/** A tool as a host gets it; it is not called. */
export async function toolView(viewing: Viewing, host: Host, revision: string): Promise<View> {
  const call = viewing.callOf(host, revision);
  const [entry, plain] = await Promise.all([
    viewing.entry('tools/list', call),
    viewing.entry('tools/list', viewing.plainCall),
  ]);
  const shown = shownAs(host.profile, 'tools', viewing.viewed.definition.name);
  const about = { host: host.key, revision, ...(shown !== undefined && { shownAs: shown }), ...(entry && { entry }) };
  return viewOf(about, await viewing.entryChanges(entry, plain, call));
}

/** A resource as a host gets it. */
export async function resourceView(viewing: Viewing, host: Host, revision: string): Promise<View> {
  const call = viewing.callOf(host, revision);
  const [entry, plain, outcome, plainly] = await Promise.all([
    resourceEntry(viewing, call),
    resourceEntry(viewing, viewing.plainCall),
    read(viewing, (params) => viewing.ask('resources/read', params, call)),
    read(viewing, (params) => viewing.askPlainly('resources/read', params)),
  ]);
  return viewOf({ host: host.key, revision, ...(entry && { entry }), ...outcome }, [
    ...(await viewing.entryChanges(entry, plain, call)),
    ...lostMembers(plainly.result, outcome.result),
  ]);
}

function resourceEntry(viewing: Viewing, call: CallOptions): Promise<Entry | undefined> {
  const { uri, uriTemplate } = viewing.viewed.definition.entry as {
    readonly uri?: string;
    readonly uriTemplate?: string;
  };
  return uri === undefined
    ? viewing.find('resources/templates/list', call, (entry) => entry['uriTemplate'] === uriTemplate)
    : viewing.find('resources/list', call, (entry) => entry['uri'] === uri);
}

async function read({ viewed }: Viewing, ask: (params: object) => Promise<Outcome>): Promise<Outcome> {
  return viewed.uri === undefined ? {} : ask({ uri: viewed.uri });
}
