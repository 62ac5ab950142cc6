import {
  type CreateHandler,
  createHandlerWith,
  type HandlerOptions as CommonOptions,
  type ListeningOptions,
  type ModernOptions,
  type ServeHttp,
  serveHttpWith,
} from '@cuecard/transports';
import { sdk } from './sdk.js';

export interface HandlerOptions extends CommonOptions, ModernOptions {}

export interface ServeHttpOptions extends HandlerOptions, ListeningOptions {}

export const createHandler: CreateHandler<HandlerOptions> = /* @__PURE__ */ createHandlerWith(sdk);
export const serveHttp: ServeHttp<HandlerOptions> = /* @__PURE__ */ serveHttpWith(sdk);
