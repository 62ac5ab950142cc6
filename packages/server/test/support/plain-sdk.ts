import { type definePrompt, Runtime, type RuntimeOptions } from '@cuecard/core';
import { createHandler, type HandlerOptions, type HttpHandler } from '@cuecard/server';

const silent = { error() {}, warn() {}, info() {}, debug() {} };

/** Creates a runtime without log output. */
export function runtimeOf(
  prompts: ReturnType<typeof definePrompt>[] = [],
  limits: RuntimeOptions['limits'] = {},
): Runtime {
  return new Runtime({ prompts, limits, logger: silent });
}

/** Creates the handler of a complete server. */
export function serverOf(options: Partial<HandlerOptions> = {}, runtime = runtimeOf()): HttpHandler {
  return createHandler(runtime, { name: 'x', version: '1', ...options });
}
