import type { Introduction } from '../shared/server-identity.js';
import type { OpenServer } from './sdk-server.js';

/** What an adapter makes of its SDK, which it need not load before one of these is called. */
export interface Sdk {
  /** Makes a server for a connection up to 2025-11-25. */
  open(introduction: Introduction): Promise<OpenServer>;
  /** Makes a server for one request that stands on its own, as since 2026-07-28; an SDK may not know these. */
  openModern?(introduction: Introduction): Promise<OpenServer>;
}
