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

// Nest's metadata keys, read from classes to which its public decorators are applied, so that a renamed key is still
// found. If Nest no longer writes a key, the application does not start.

/** Returns the metadata key of a method decorator. */
function keyOfMethod(decorator: MethodDecorator, name: string): string {
  class Probe {
    probe(): void {}
  }
  decorator(Probe.prototype, 'probe', Object.getOwnPropertyDescriptor(Probe.prototype, 'probe') as PropertyDescriptor);
  return onlyKey(Probe.prototype.probe, name);
}

function onlyKey(target: object, name: string): string {
  const [key] = Reflect.getOwnMetadataKeys(target) as unknown[];
  if (typeof key !== 'string') throw unsupportedNest(`@${name}() writes no metadata`);
  return key;
}

const PROBE = {
  canActivate: () => true,
  intercept: () => undefined as never,
  transform: () => undefined,
  catch: () => {},
};

/** The metadata key of guards. */
export const GUARDS = keyOfMethod(UseGuards(PROBE), 'UseGuards');

/** The metadata keys of enhancers, with Nest's names for the enhancers. */
export const ENHANCERS = [
  [GUARDS, 'guard'],
  [keyOfMethod(UseInterceptors(PROBE), 'UseInterceptors'), 'interceptor'],
  [keyOfMethod(UseFilters(PROBE), 'UseFilters'), 'filter'],
  [keyOfMethod(UsePipes(PROBE), 'UsePipes'), 'pipe'],
] as const;

function probeDecorator(decorator: ParameterDecorator, name: string): { readonly key: string; readonly entry: string } {
  class Probe {
    probe(): void {}
  }
  decorator(Probe.prototype, 'probe', 0);
  const [key] = Reflect.getOwnMetadataKeys(Probe, 'probe') as unknown[];
  const entries = typeof key === 'string' ? Object.keys(Reflect.getOwnMetadata(key, Probe, 'probe') as object) : [];
  if (entries[0] === undefined) throw unsupportedNest(`@${name}() writes no metadata`);
  return { key: key as string, entry: entries[0] };
}

/** The metadata key of the parameters of a method. */
export const PARAMETERS_OF_METHOD = probeDecorator(Req(), 'Req').key;

/** Returns Nest's number of a parameter decorator. Nest names its metadata entry `number:index`. */
function readDecoratorNumber(decorator: ParameterDecorator, name: string): number {
  const number = Number(probeDecorator(decorator, name).entry.split(':', 1)[0]);
  if (!Number.isInteger(number)) throw unsupportedNest(`the metadata of @${name}() has no number`);
  return number;
}

export const REQUEST = readDecoratorNumber(Req(), 'Req');
export const HEADERS = readDecoratorNumber(Headers(), 'Headers');
export const IP = readDecoratorNumber(Ip(), 'Ip');

/** The marker between the name and the index of an entry whose value a factory creates. */
export const MADE_BY_FACTORY = /__[A-Za-z]+__(?=:0$)/.exec(
  probeDecorator(createParamDecorator(() => undefined)(), 'createParamDecorator').entry,
)?.[0];

if (MADE_BY_FACTORY === undefined) throw unsupportedNest('the metadata of createParamDecorator() has a different form');
