import type { KindName, Runtime } from '@cuecard/core';
import type { InjectionToken } from '@nestjs/common';
import type { CuecardEndpoint } from '../http/cuecard-endpoint.js';
import { DEFAULT_SERVER } from '../options/options.js';

/** The health of a server, as it appears in the response of `@nestjs/terminus`. */
export interface CuecardHealth extends Readonly<Record<`${KindName}s`, number>> {
  readonly status: 'up' | 'down';
}

/** An indicator for health checks, in the form that `@nestjs/terminus` takes: `() => indicator.isHealthy()`. */
export class CuecardHealthIndicator {
  readonly #runtime: Runtime;
  readonly #endpoint: CuecardEndpoint;

  /** @internal */
  constructor(runtime: Runtime, endpoint: CuecardEndpoint) {
    this.#runtime = runtime;
    this.#endpoint = endpoint;
  }

  /** Reports whether the server accepts requests: whether it is open and below its limit of concurrent requests. */
  isHealthy<Key extends string = 'cuecard'>(key: Key = 'cuecard' as Key): Record<Key, CuecardHealth> {
    const { registry } = this.#runtime;
    const count = (kind: KindName) => registry.list(kind).length;
    const counts = { prompts: count('prompt'), tools: count('tool'), resources: count('resource') };
    const health = { status: this.#endpoint.isReady() ? 'up' : 'down', ...counts } as const;
    return { [key]: health } as Record<Key, CuecardHealth>;
  }
}

/** Returns the injection token of a server's indicator. The default server's token is `CuecardHealthIndicator`. */
export function healthOf(server = DEFAULT_SERVER): InjectionToken<CuecardHealthIndicator> {
  return server === DEFAULT_SERVER ? CuecardHealthIndicator : `Cuecard health "${server}"`;
}
