import type { KindName } from '@cuecard/core';
import type { Draft } from '../form/draft.js';
import { objectIn } from '../form/typed.js';

// The fragment contains the current item with its values, so that users can keep and send the address. Browsers do not send
// it to servers.

const PANELS = ['log', 'connect', 'problems'] as const;

export type Panel = (typeof PANELS)[number];

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];

export interface ItemAddress {
  readonly kind: KindName;
  /** May end with `@version`. */
  readonly name: string;
  /** @default 'result' */
  readonly tab?: string;
  readonly values?: Draft;
}

export type Address = { readonly panel: Panel } | ItemAddress | undefined;

/** The maximum length of values in the address. The browser stores them, too. */
const MAX_VALUES = 4000;

export function addressIn(hash: string): Address {
  const [, path = '', query = ''] = /^#\/([^?]*)\??(.*)$/.exec(hash) ?? [];
  const [first = '', encoded] = path.split('/');
  const panel = PANELS.find((each) => each === first);
  const kind = KINDS.find((each) => each === first);
  if (panel !== undefined) return { panel };
  if (kind === undefined || !encoded) return undefined;
  const search = new URLSearchParams(query);
  const tab = search.get('tab');
  const values = objectIn(search.get('values')) as Draft | undefined;
  return { kind, name: decode(encoded), ...(tab && { tab }), ...(values && { values }) };
}

export function hashOf(address: Address): string {
  if (address === undefined) return '#/';
  if ('panel' in address) return `#/${address.panel}`;
  const { kind, name, tab, values } = address;
  const search = new URLSearchParams();
  if (tab !== undefined && tab !== 'result') search.set('tab', tab);
  const json = JSON.stringify(values ?? {});
  if (json !== '{}' && json.length <= MAX_VALUES) search.set('values', json);
  const query = search.toString();
  return `#/${kind}/${encodeURIComponent(name)}${query && `?${query}`}`;
}

export function isItem(address: Address): address is ItemAddress {
  return address !== undefined && 'kind' in address;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
