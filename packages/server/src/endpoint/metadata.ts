import type { Authentication } from '../auth/authentication.js';
import { isMetadataPath, NO_METADATA } from '../auth/protected-resource.js';
import type { Answer } from '../edge/answer.js';
import type { Exchange } from '../edge/exchange.js';
import type { Hosts } from '../edge/hosts.js';

/** The answer to a request for the metadata of the protected resource; nothing for any other request. */
export function metadataFor(exchange: Exchange, hosts: Hosts, bearer: Authentication['bearer']): Answer | undefined {
  if (!exchange.url.startsWith('/.well-known/')) return undefined;
  const [path = ''] = exchange.url.split('?', 1);
  if (!isMetadataPath(path)) return undefined;
  return hosts.faultOfHost(exchange.head) ?? bearer?.resource.answer(exchange, path) ?? NO_METADATA;
}
