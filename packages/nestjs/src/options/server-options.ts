import { IDENTITY } from '@cuecard/server/internal';
import type { ServerIdentity } from '@cuecard/server';
import type { CuecardOptions } from './options.js';

const OF_THE_SERVER = {
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

/** The options that belong to the runtime, which refuses unknown ones. */
export function runtimeOptionsIn(options: CuecardOptions): Omit<CuecardOptions, keyof typeof OF_THE_SERVER> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(OF_THE_SERVER, name))) as never;
}

/** The options by which a server introduces itself to clients. */
export function introductionIn(options: CuecardOptions): ServerIdentity {
  const { name, version, title, description, websiteUrl, icons, instructions } = options;
  const texts = { title, description, websiteUrl, icons, instructions };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return { name, version, ...Object.fromEntries(given) };
}
