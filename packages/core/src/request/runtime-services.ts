import type { Resolver } from '../api/resolver.js';
import type { Binding } from '../arguments/argument-plan.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { Limits } from '../limits.js';
import type { Monitor } from '../logging/monitor.js';
import type { SafeLogger } from '../logging/safe-logger.js';

/** The services that a runtime gives to all its requests. */
export interface RuntimeServices {
  readonly limits: Limits;
  readonly logger: SafeLogger;
  readonly monitor: Monitor;
  readonly resolver: Resolver;
  readonly clients: ClientProfiles;
  readonly messageOf?: Binding['messageOf'];
}
