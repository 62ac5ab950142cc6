import type { Definition } from '@cuecard/core';
import type { Type } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { methodOf } from '../nest/declared-enhancers.js';

/** @throws {TypeError} if a guard of the option `listing` is not application-wide, because Nest would not run it */
export function checkListing(guards: readonly Type[], config: ApplicationConfig): void {
  const scoped = new Set(config.getGlobalRequestGuards().map(({ metatype }) => metatype));
  const isGlobal = (type: Type) => scoped.has(type) || config.getGlobalGuards().some((guard) => guard instanceof type);
  const other = guards.find((type) => !isGlobal(type));
  if (other !== undefined)
    throw new TypeError(
      `listing.guards contains ${other.name}, which is not an application-wide guard: register it as APP_GUARD or with useGlobalGuards(), or remove it from listing.guards`,
    );
}

/** Returns the warning about a class with metadata that an application-wide guard may read, or `undefined`. */
export function warningAbout({ type, method, place }: Definition): string | undefined {
  const targets = [type, methodOf(type, method.name)].filter((each) => each !== undefined);
  const keys = targets.flatMap((each) => Reflect.getMetadataKeys(each) as unknown[]);
  const key = keys.find((each) => !isKnown(each));
  if (key === undefined) return undefined;
  return `${place} has the metadata "${String(key)}". If an application-wide guard rejects callers because of this metadata, lists still show ${place} to these callers. Pass these guards in the option listing: { guards: […] }, or disable this warning with listing: { guards: [] }.`;
}

/** The metadata keys that guards do not use to reject callers. */
const KNOWN_KEYS = [
  // TypeScript
  'design:(?:type|paramtypes|returntype)',
  // @nestjs/common
  '__(?:injectable|controller|catch|entryProvider)__',
  '__(?:guards|interceptors|pipes|exceptionFilters|filterCatchExceptions|routeArguments|customRouteArgs)__',
  '__(?:headers|httpCode|redirect|renderTemplate|responsePassthrough|sse|sseOptions|version)__',
  'host|path|method|scope:options|class_serializer:options',
  '(?:self|optional):(?:paramtypes|properties_metadata)',
  // @nestjs/throttler, with the name of a throttler
  'THROTTLER:(?:LIMIT|TTL|TRACKER|BLOCK_DURATION|KEY_GENERATOR|SKIP).*',
  // @nestjs/swagger
  'swagger/api[A-Z]\\w*',
  // nestjs-cls
  '__cls_proxy__',
  // @nestjs/schedule and @nestjs/event-emitter
  'SCHEDULER_(?:NAME|TYPE)|SCHEDULE_(?:CRON|INTERVAL|TIMEOUT)_OPTIONS|EVENT_LISTENER_METADATA',
];

const KNOWN = new RegExp(`^(?:${KNOWN_KEYS.join('|')})$`);

function isKnown(key: unknown): boolean {
  return typeof key === 'symbol' ? key.description?.startsWith('dev.cuecard/') === true : KNOWN.test(String(key));
}
