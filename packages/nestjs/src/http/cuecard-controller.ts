import { All, Controller, type ControllerOptions, Inject, Req, Res, type Type, VERSION_NEUTRAL } from '@nestjs/common';
import { CuecardEndpoint, endpointOf } from './cuecard-endpoint.js';
// Decorators are called as functions, because their syntax would add a helper library to bundles.

/**
 * A controller that serves an endpoint. Extend it to write your own controller, with `path: false` in `forRoot`; for a
 * server with a name, inject its endpoint: `constructor(@Inject(endpointOf('admin')) endpoint: CuecardEndpoint)`.
 * @example @Controller('mcp') @UseGuards(ApiKeyGuard) export class McpController extends CuecardController {}
 */
export abstract class CuecardController {
  readonly #endpoint: CuecardEndpoint;

  constructor(endpoint: CuecardEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Handles every HTTP method. The endpoint rejects methods that clients may not use. */
  handle(request: object, response: object): void {
    this.#endpoint.handle(request, response);
  }

  static {
    const { prototype } = this;
    Inject(CuecardEndpoint)(this, undefined, 0);
    Req()(prototype, 'handle', 0);
    Res()(prototype, 'handle', 1);
    All()(prototype, 'handle', Object.getOwnPropertyDescriptor(prototype, 'handle') as PropertyDescriptor);
  }
}

/** Creates the controller of a server. */
export function controllerFor(server: string, path: string, route: Omit<ControllerOptions, 'path'> = {}): Type {
  class CuecardServerController extends CuecardController {}
  Inject(endpointOf(server))(CuecardServerController, undefined, 0);
  Controller({ version: VERSION_NEUTRAL, ...route, path })(CuecardServerController);
  return CuecardServerController;
}
