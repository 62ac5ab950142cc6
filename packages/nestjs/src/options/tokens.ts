import { Runtime } from '@cuecard/core';
import type { InjectionToken } from '@nestjs/common';

/** The server that `forRoot` makes where it is given no name. */
export const DEFAULT_SERVER = 'default';

/** The token of the runtime of a server; that of the default one is also `Runtime` itself. */
export function runtimeOf(server = DEFAULT_SERVER): InjectionToken<Runtime> {
  return server === DEFAULT_SERVER ? Runtime : `Cuecard runtime "${server}"`;
}

/** The token of what stands behind a runtime and its endpoint. */
export function serverOf(server = DEFAULT_SERVER): string {
  return `Cuecard server "${server}"`;
}

/** The token of the options of a server. */
export function optionsOf(server: string): string {
  return `Cuecard options "${server}"`;
}

/** The token under which each `forRoot` says which server it makes, and of what. */
export const PLACE = Symbol('the place of a Cuecard server');

/** The token under which each `forFeature` keeps its entries. */
export const ENTRIES = Symbol('the entries of a Cuecard feature');
