import { RequestError } from '@cuecard/core';
import { ForbiddenException, UseGuards } from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator, NestContainer } from '@nestjs/core';
import { unsupportedNest } from '../nest/unsupported.js';
import { type EnhancedHandler, Enhancers } from './enhancers.js';

/**
 * Checks, with test classes in an empty container, that Nest runs guards as this package expects.
 * @throws {Error} if the handler runs when a guard rejects the caller, or when only guards should run
 */
export async function proveGuards(): Promise<void> {
  const container = new NestContainer(new ApplicationConfig());
  const enhancers = new Enhancers(ExternalContextCreator.fromContainer(container));
  for (const isAdmitted of [true, false]) {
    const handler = handlerWith(isAdmitted);
    const method = { instance: handler.instance, method: 'answer', moduleKey: '' };
    if ((await admits(enhancers.guarding(method, () => false))) !== isAdmitted)
      throw unsupportedNest('it does not run the guards of a class');
    if (handler.calls() > 0) throw unsupportedNest('it calls the handler when only guards should run');
    if ((await admits(enhancers.around(method))) !== isAdmitted || handler.calls() !== Number(isAdmitted))
      throw unsupportedNest('it does not run guards before the handler');
  }
}

function handlerWith(isAdmitted: boolean) {
  let calls = 0;
  class Probe {
    answer(): void {
      calls += 1;
    }
  }
  UseGuards({ canActivate: () => isAdmitted })(Probe);
  return { instance: new Probe(), calls: () => calls };
}

/** The arguments of an execution context, which the guards ignore. */
const CALL = [{}, {}, () => {}, { written: {} }];

async function admits(call: EnhancedHandler): Promise<boolean> {
  try {
    await call(...CALL);
    return true;
  } catch (error) {
    if (error instanceof ForbiddenException || (error instanceof RequestError && error.code === 403)) return false;
    throw unsupportedNest(`its guards fail: ${String(error)}`);
  }
}
