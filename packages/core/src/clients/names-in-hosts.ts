import type { KindName } from '../errors.js';
import { KNOWN_HOSTS } from './known-hosts.js';
import { rewritten } from './name-rewriting.js';

const LISTS = { prompt: 'prompts', tool: 'tools', resource: undefined } as const;

/** The name that a prompt or tool has in each known host that gives it another one. */
export function namesInHosts({ kind, name }: { readonly kind: KindName; readonly name: string }): Map<string, string> {
  const list = LISTS[kind];
  const hosts = Object.entries(KNOWN_HOSTS).flatMap(([host, { rewrites }]) => {
    const replaced = list && rewrites?.[list];
    return replaced === undefined ? [] : [[host, rewritten(name, replaced)] as const];
  });
  return new Map(hosts.filter(([, shown]) => shown !== name));
}
