import type { CommonOptions } from '../session/session.js';

export interface DevOptions extends CommonOptions {
  readonly port?: string;
  readonly stdio?: boolean;
}
