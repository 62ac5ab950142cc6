import type { Introduction } from '../shared/server-identity.js';
import type { OpenServer } from './sdk-server.js';

/** Creates servers of an SDK. The adapter may load the SDK when one of these is first called. */
export interface Sdk {
  /** Creates a server for a connection up to 2025-11-25. */
  open(introduction: Introduction): Promise<OpenServer>;
  /** Creates a server for one self-contained request, as since 2026-07-28; not every SDK knows these. */
  openModern?(introduction: Introduction): Promise<OpenServer>;
}
