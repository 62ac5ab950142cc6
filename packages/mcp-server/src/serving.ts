import {
  type CreateHandler,
  createHandlerWith,
  type HandlerOptions as CommonOptions,
  type ListeningOptions,
  type ModernOptions,
  type RequestStateOptions,
  type ServeHttp,
  serveHttpWith,
  type ServeStdio,
  type ServeStdioOptions as CommonStdioOptions,
  serveStdioWith,
} from '@cuecard/transports';
import { sdk } from './sdk.js';

export interface HandlerOptions extends CommonOptions, ModernOptions {}

export interface ServeHttpOptions extends HandlerOptions, ListeningOptions {}

export interface ServeStdioOptions extends CommonStdioOptions, RequestStateOptions {}

export const createHandler: CreateHandler<HandlerOptions> = /* @__PURE__ */ createHandlerWith(sdk);
export const serveHttp: ServeHttp<HandlerOptions> = /* @__PURE__ */ serveHttpWith(sdk);
export const serveStdio: ServeStdio<ServeStdioOptions> = /* @__PURE__ */ serveStdioWith(sdk);
