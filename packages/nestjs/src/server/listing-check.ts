import type { Definition } from '@cuecard/core';
import type { Type } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { ANSWERING } from '../execution/handlers.js';

/** @throws {TypeError} for a guard of the option `listing` that is not application-wide, which Nest would not run */
export function checkListing(guards: readonly Type[], config: ApplicationConfig): void {
  const scoped = new Set(config.getGlobalRequestGuards().map(({ metatype }) => metatype));
  const isGlobal = (type: Type) => scoped.has(type) || config.getGlobalGuards().some((guard) => guard instanceof type);
  const other = guards.find((type) => !isGlobal(type));
  if (other !== undefined)
    throw new TypeError(
      `listing.guards has ${other.name}, which is not application-wide: provide it as APP_GUARD or by useGlobalGuards, or remove it from listing.guards`,
    );
}

/** The warning about a class whose metadata an application-wide guard may read; nothing if it has none. */
export function warningAbout({ type, kind }: Definition): string | undefined {
  const handler: unknown = Reflect.get(type.prototype as object, ANSWERING[kind.name].handler);
  const targets = [type, handler].filter((each) => typeof each === 'function');
  const keys = targets.flatMap((each) => Reflect.getMetadataKeys(each) as unknown[]);
  const key = keys.find((each) => !isKnown(each));
  if (key === undefined) return undefined;
  return `${type.name} has the metadata "${String(key)}". Lists have it even for callers whom an application-wide guard refuses by that metadata. Name such guards in the option listing: { guards: […] }; { guards: [] } ends this warning.`;
}

/** The keys of decorators by which guards refuse no caller. */
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
