import { ON_FAULT } from '../text/option-kinds.js';
import type { Known } from '../text/unknown-keys.js';

export interface RegistryOptions {
  /**
   * What to do with definitions that are declared wrongly: `throw` rejects them all, with every fault in one error;
   * `isolate` leaves them out and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
}

export const REGISTRY_OPTIONS: Known<RegistryOptions> = { onFault: ON_FAULT };
