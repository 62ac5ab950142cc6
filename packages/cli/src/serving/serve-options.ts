import type { CommonOptions } from '../session/session.js';

export interface ServeOptions extends CommonOptions {
  readonly stdio?: boolean;
  readonly port?: string;
  readonly playground?: boolean;
}
