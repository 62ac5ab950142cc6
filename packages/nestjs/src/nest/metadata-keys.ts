import {
  createParamDecorator,
  Headers,
  Ip,
  Req,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { unsupportedNest } from './unsupported.js';

// Nest's metadata keys, read from what its public decorators leave on a class: a key that Nest renames is found under its
// new name, and one that it no longer writes stops the start.

/** The key that a decorator of methods writes to. */
function keyOfMethod(decorator: MethodDecorator, name: string): string {
  class Probe {
    probe(): void {}
  }
  decorator(Probe.prototype, 'probe', Object.getOwnPropertyDescriptor(Probe.prototype, 'probe') as PropertyDescriptor);
  return onlyKey(Probe.prototype.probe, name);
}

function onlyKey(target: object, name: string): string {
  const [key] = Reflect.getOwnMetadataKeys(target) as unknown[];
  if (typeof key !== 'string') throw unsupportedNest(`@${name}() leaves no metadata`);
  return key;
}

const PROBE = {
  canActivate: () => true,
  intercept: () => undefined as never,
  transform: () => undefined,
  catch: () => {},
};

/** The keys of enhancers, and what Nest calls these. */
export const ENHANCERS = [
  [keyOfMethod(UseGuards(PROBE), 'UseGuards'), 'guard'],
  [keyOfMethod(UseInterceptors(PROBE), 'UseInterceptors'), 'interceptor'],
  [keyOfMethod(UseFilters(PROBE), 'UseFilters'), 'filter'],
  [keyOfMethod(UsePipes(PROBE), 'UsePipes'), 'pipe'],
] as const;

function parametersOf(decorator: ParameterDecorator, name: string): { readonly key: string; readonly entry: string } {
  class Probe {
    probe(): void {}
  }
  decorator(Probe.prototype, 'probe', 0);
  const [key] = Reflect.getOwnMetadataKeys(Probe, 'probe') as unknown[];
  const entries = typeof key === 'string' ? Object.keys(Reflect.getOwnMetadata(key, Probe, 'probe') as object) : [];
  if (entries[0] === undefined) throw unsupportedNest(`@${name}() leaves no metadata`);
  return { key: key as string, entry: entries[0] };
}

/** The key of the parameters of a method. */
export const PARAMETERS_OF_METHOD = parametersOf(Req(), 'Req').key;

/** The number of a decorator of parameters: entries are named `number:index`. */
function numberOf(decorator: ParameterDecorator, name: string): number {
  const number = Number(parametersOf(decorator, name).entry.split(':', 1)[0]);
  if (!Number.isInteger(number)) throw unsupportedNest(`@${name}() writes no number`);
  return number;
}

export const REQUEST = numberOf(Req(), 'Req');
export const HEADERS = numberOf(Headers(), 'Headers');
export const IP = numberOf(Ip(), 'Ip');

/** The marker of an entry whose value a factory makes, between its name and its index. */
export const MADE_BY_FACTORY = /__[A-Za-z]+__(?=:0$)/.exec(
  parametersOf(createParamDecorator(() => undefined)(), 'createParamDecorator').entry,
)?.[0];

if (MADE_BY_FACTORY === undefined) throw unsupportedNest('createParamDecorator() names its entries in another way');
