import { IDENTITY } from '@cuecard/server/internal';
import type { ServerIdentity } from '@cuecard/server';
import type { CuecardModuleOptions } from './options.js';

const SERVER_OPTIONS = {
  ...IDENTITY,
  identity: true,
  bearer: true,
  http: true,
  listing: true,
  prepare: true,
  logger: true,
  server: true,
  include: true,
  path: true,
  route: true,
} as const;

/** Returns the options without the server's own options, which the runtime would reject. */
export function runtimeOptionsIn(
  options: CuecardModuleOptions,
): Omit<CuecardModuleOptions, keyof typeof SERVER_OPTIONS> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(SERVER_OPTIONS, name))) as never;
}

/** Returns the options for `serverInfo` and the instructions. */
export function serverIdentityIn(options: CuecardModuleOptions): ServerIdentity {
  const { name, version, title, description, websiteUrl, icons, instructions } = options;
  const optional = { title, description, websiteUrl, icons, instructions };
  const defined = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { name, version, ...Object.fromEntries(defined) };
}
