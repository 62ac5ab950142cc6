import type { KindName } from '@cuecard/core';
import type { Draft } from '../form/draft.js';
import { objectIn } from '../form/typed.js';

// The fragment holds what is looked at, so that an address can be kept, sent, and come back to: servers never see it.

export type Panel = 'log' | 'connect' | 'problems';

export interface ItemAddress {
  readonly kind: KindName;
  /** May end with `@version`. */
  readonly name: string;
  /** @default 'result' */
  readonly tab?: string;
  readonly values?: Draft;
}

export type Address = { readonly panel: Panel } | ItemAddress | undefined;

/** Longer values are left out of the address; this browser has them anyway. */
const MAX_VALUES = 4000;

export function addressIn(hash: string): Address {
  const [, path = '', query = ''] = /^#\/([^?]*)\??(.*)$/.exec(hash) ?? [];
  const [first = '', encoded] = path.split('/');
  if (isPanel(first)) return { panel: first };
  if (!isKind(first) || !encoded) return undefined;
  const search = new URLSearchParams(query);
  const tab = search.get('tab');
  const values = objectIn(search.get('values')) as Draft | undefined;
  return { kind: first, name: decode(encoded), ...(tab && { tab }), ...(values && { values }) };
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

function isPanel(text: string): text is Panel {
  return text === 'log' || text === 'connect' || text === 'problems';
}

function isKind(text: string): text is KindName {
  return text === 'prompt' || text === 'tool' || text === 'resource';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
