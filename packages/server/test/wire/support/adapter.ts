import type * as adapter from '@cuecard/server';

/** What both adapters do alike: the tests of it are written once, and run with each. */
export type Adapter = Pick<typeof adapter, 'createHandler' | 'serveHttp' | 'serveStdio'>;
