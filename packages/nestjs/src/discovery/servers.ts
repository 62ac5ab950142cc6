import type { ModulesContainer } from '@nestjs/core';
import { type CuecardEndpointOptions, DEFAULT_SERVER, PLACE } from '../options/options.js';
import type { NestModule } from '../nest/containers.js';

/** Returns the `CuecardEndpointOptions` of every other server in the application. */
export function otherServers(
  place: CuecardEndpointOptions,
  modules: ModulesContainer,
): readonly CuecardEndpointOptions[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const each = providers.get(PLACE)?.instance as CuecardEndpointOptions | undefined;
    return each === undefined || each === place ? [] : [each];
  });
}

/** @throws {TypeError} if another server has the same name or path */
export function checkServers(place: CuecardEndpointOptions, modules: ModulesContainer): void {
  const { server = DEFAULT_SERVER, path, route } = place;
  for (const other of otherServers(place, modules)) {
    if (other.server === server)
      throw new TypeError(
        `Two calls of CuecardModule.forRoot() create the server "${server}": rename one server with \`server\`, ` +
          'or import the same dynamic module in both places',
      );
    if (path !== false && other.path === path && route === undefined && other.route === undefined)
      throw new TypeError(
        `The Cuecard servers "${other.server}" and "${server}" are both at "${path}": change the \`path\` of one of them`,
      );
  }
}

/** Returns the module of a server. */
export function moduleOf(place: CuecardEndpointOptions, modules: ModulesContainer): NestModule {
  const found = [...modules.values()].find(({ providers }) => providers.get(PLACE)?.instance === place);
  if (found === undefined) throw new Error('The application does not contain the module of a Cuecard server');
  return found;
}
