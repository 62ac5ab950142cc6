import type { ModulesContainer } from '@nestjs/core';
import { type CuecardPlace, DEFAULT_SERVER, PLACE } from '../options/options.js';
import type { NestModule } from '../nest/containers.js';

/** The places of the other servers of an application. */
export function placesBeside(place: CuecardPlace, modules: ModulesContainer): readonly CuecardPlace[] {
  return [...modules.values()].flatMap(({ providers }) => {
    const each = providers.get(PLACE)?.instance as CuecardPlace | undefined;
    return each === undefined || each === place ? [] : [each];
  });
}

/** @throws {TypeError} if another server has the name or the path of this one */
export function checkPlaces(place: CuecardPlace, modules: ModulesContainer): void {
  const { server = DEFAULT_SERVER, path, route } = place;
  for (const other of placesBeside(place, modules)) {
    if (other.server === server)
      throw new TypeError(
        `Two CuecardModule.forRoot() make the server "${server}": give one of them another name with \`server\`, ` +
          'or import the same dynamic module in both places',
      );
    if (path !== false && other.path === path && route === undefined && other.route === undefined)
      throw new TypeError(
        `The Cuecard servers "${other.server}" and "${server}" are both at "${path}": give one of them another \`path\``,
      );
  }
}

/** The module of a server. */
export function rootOf(place: CuecardPlace, modules: ModulesContainer): NestModule {
  const found = [...modules.values()].find(({ providers }) => providers.get(PLACE)?.instance === place);
  if (found === undefined) throw new Error('The module of a Cuecard server is not among those of its application');
  return found;
}
