import { EnvelopesDialect } from '../lane/envelopes-dialect.js';
import { discovery } from './discovery.js';
import type { ModernOptions } from './modern-options.js';

/** The dialect of self-contained requests. */
export function modernDialect(options: ModernOptions): EnvelopesDialect {
  const { introduction, rounds } = options;
  return new EnvelopesDialect({ serverInfo: introduction.serverInfo, rounds, discovery: discovery(options) });
}
