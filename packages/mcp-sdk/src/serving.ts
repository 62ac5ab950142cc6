import {
  type CreateHandler,
  createHandlerWith,
  type HandlerOptions,
  type ListeningOptions,
  type ServeHttp,
  serveHttpWith,
} from '@cuecard/transports';
import { sdk } from './sdk.js';

export interface ServeHttpOptions extends HandlerOptions, ListeningOptions {}

export const createHandler: CreateHandler = /* @__PURE__ */ createHandlerWith(sdk);
export const serveHttp: ServeHttp = /* @__PURE__ */ serveHttpWith(sdk);
