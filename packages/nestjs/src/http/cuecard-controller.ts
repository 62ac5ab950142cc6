import {
  Controller,
  type ControllerOptions,
  Delete,
  Get,
  Inject,
  Options,
  Patch,
  Post,
  Put,
  Req,
  Res,
  type Type,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { DEFAULT_SERVER } from '../options/options.js';
import { CuecardEndpoint, getEndpointToken } from './cuecard-endpoint.js';
// Decorators are called as functions, because their syntax would add a helper library to bundles.

/** The routes of the endpoint. It answers PUT and PATCH with 405 and the allowed methods. */
const ROUTES = { Post, Get, Delete, Options, Put, Patch };

/** The metadata key of `@ApiExcludeEndpoint()` in `@nestjs/swagger`. */
const EXCLUDED_FROM_SWAGGER = 'swagger/apiExcludeEndpoint';

/**
 * A controller that serves an endpoint. Extend it to write your own controller, and pass `path: false` to `forRoot`.
 * For a named server, inject its endpoint: `constructor(@Inject(getEndpointToken('admin')) endpoint: CuecardEndpoint)`.
 * @example @Controller('mcp') @UseGuards(ApiKeyGuard) export class McpController extends CuecardController {}
 */
export abstract class CuecardController {
  readonly #endpoint: CuecardEndpoint;

  constructor(endpoint: CuecardEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Handles a request of any method. */
  handle(request: object, response: object): void {
    this.#endpoint.handle(request, response);
  }

  static {
    Inject(CuecardEndpoint)(this, undefined, 0);
    for (const [name, route] of Object.entries(ROUTES)) addRoute(this.prototype, `handle${name}`, route());
  }
}

/**
 * Adds a method that handles one HTTP method. `@All()` would ignore versions on Fastify, and appear eight times in
 * Swagger.
 */
function addRoute(prototype: CuecardController, name: string, route: MethodDecorator): void {
  const descriptor = {
    writable: true,
    configurable: true,
    value(this: CuecardController, request: object, response: object): void {
      this.handle(request, response);
    },
  };
  Object.defineProperty(descriptor.value, 'name', { value: name }); // Swagger derives the operation id from it.
  Object.defineProperty(prototype, name, descriptor);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
  route(prototype, name, descriptor);
  if (name !== 'handlePost') Reflect.defineMetadata(EXCLUDED_FROM_SWAGGER, { disable: true }, descriptor.value);
}

/** Creates the controller of a server. */
export function controllerFor(server: string, path: string, route: Omit<ControllerOptions, 'path'> = {}): Type {
  class CuecardServerController extends CuecardController {}
  if (server !== DEFAULT_SERVER)
    Object.defineProperty(CuecardServerController, 'name', { value: `${CuecardServerController.name}_${server}` });
  Inject(getEndpointToken(server))(CuecardServerController, undefined, 0);
  Controller({ version: VERSION_NEUTRAL, ...route, path })(CuecardServerController);
  return CuecardServerController;
}
