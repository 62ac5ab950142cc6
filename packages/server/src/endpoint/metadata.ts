import type { Authentication } from '../auth/authentication.js';
import { isMetadataPath, NO_METADATA } from '../auth/protected-resource.js';
import type { Exchange } from '../edge/exchange.js';
import type { Hosts } from '../edge/hosts.js';

/** Where a request asks for the metadata of the protected resource, the answer to it. */
export function metadataFor(exchange: Exchange, hosts: Hosts, bearer: Authentication['bearer']): Response | undefined {
  if (!exchange.url.startsWith('/.well-known/')) return undefined;
  const [path = ''] = exchange.url.split('?', 1);
  if (!isMetadataPath(path)) return undefined;
  const why = hosts.faultOfHost(exchange.head);
  if (why !== undefined) return exchange.refuse(why);
  return bearer?.resource.answer(exchange, path) ?? exchange.refuse(NO_METADATA);
}
