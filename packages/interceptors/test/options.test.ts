import { cache, concurrency, logging, rateLimit, sizeLimits } from '@cuecard/interceptors';
import { tracing } from '@cuecard/interceptors/tracing';
import { expect, test } from '@jest/globals';

test.each<[() => unknown, string]>([
  [() => cache({ scop: 'public' } as never), 'cache has no option "scop"; did you mean "scope"?'],
  [
    () => cache({ scope: 'shared' } as never),
    'cache has the option "scope", which cannot be "shared"; use "private" or "public"',
  ],
  [
    () => cache({ scope: 'public', store: 'redis://' } as never),
    'cache has the option "store", which cannot be "redis://"; use a Keyv, or an object with the functions get, set and delete',
  ],
  [
    () => rateLimit({} as never),
    'The limiter of rateLimit() cannot be this object; use a limiter from rate-limiter-flexible',
  ],
  [() => rateLimit(undefined, { keys: () => '' } as never), 'rateLimit has no option "keys"; did you mean "key"?'],
  [() => concurrency({ maximum: 5 } as never), 'concurrency has no option "maximum"; use one of max, queue, key'],
  [() => sizeLimits({ message: 5 } as never), 'sizeLimits has no option "message"; did you mean "messages"?'],
  [() => logging({ log: console } as never), 'logging has no option "log"; use one of logger'],
  [() => tracing({ tracer: {} } as never), 'tracing has no option "tracer"; use one of tracerProvider, meterProvider'],
])('each interceptor rejects an unknown or wrong option: %s', (create, message) => {
  expect(create).toThrow(new TypeError(message));
});
