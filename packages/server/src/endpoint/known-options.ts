import { functionOf, type OptionKinds, validateOptions, oneOf, OptionKind, BOOLEAN } from '@cuecard/core';
import type { RequestStateOptions } from '../rounds/request-state.js';
import type { ListenOptions } from '../server/listen.js';
import type { ServerIdentity } from '../shared/server-identity.js';
import type { ServeStdioOptions } from '../stdio/serve-lines.js';
import type { HandlerOptions } from './create-endpoint.js';

/** The options that describe a server. */
export const IDENTITY: OptionKinds<ServerIdentity> = {
  name: true,
  version: true,
  title: true,
  description: true,
  websiteUrl: true,
  icons: true,
  instructions: true,
};

const STATES: OptionKinds<RequestStateOptions> = { stateKeys: true, stateTtlMs: true };

const HANDLER: OptionKinds<HandlerOptions> = {
  ...IDENTITY,
  ...STATES,
  allowedHosts: true,
  allowedOrigins: true,
  allowedHeaders: true,
  authenticate: functionOf('(request)'),
  bearer: true,
  trustedProxies: true,
  unreadyMs: true,
  drainTimeoutMs: true,
  maxBodyBytes: true,
  maxValues: true,
  maxDepth: true,
  bodyTimeoutMs: true,
  answerTimeoutMs: true,
  maxPendingBytes: true,
  maxHeldBytes: true,
  maxRequests: true,
  maxCallerShare: true,
  maxCompletionsPerSecond: true,
  completionLimiter: true,
  sessions: true,
  maxSessions: true,
  sessionIdleTimeoutMs: true,
  sessionTtlMs: true,
  maxSubscriptions: true,
  responseMode: oneOf('auto', 'json', 'sse'),
  logging: BOOLEAN,
};

const isString = (value: unknown) => typeof value === 'string';
const PATH_OR_FALSE = new OptionKind('a path, or false', (value) => value === false || isString(value));

const HTTP: OptionKinds<HandlerOptions & ListenOptions> = {
  ...HANDLER,
  port: true,
  host: true,
  path: new OptionKind('a path', isString),
  healthPath: PATH_OR_FALSE,
  readyPath: PATH_OR_FALSE,
  ready: functionOf('() that returns whether the server is ready'),
  readyTimeoutMs: true,
  headersTimeoutMs: true,
  maxConnections: true,
  fallback: functionOf('(request, response)'),
};

const STDIO: OptionKinds<ServeStdioOptions> = {
  ...IDENTITY,
  ...STATES,
  stdin: true,
  stdout: true,
  maxMessageBytes: true,
  maxValues: true,
  maxDepth: true,
  maxCompletionsPerSecond: true,
  auth: true,
  logging: BOOLEAN,
  drainTimeoutMs: true,
};

/**
 * Returns the options of a handler, without undefined ones. Throws for a misspelt option, because ignoring one such as
 * `authenticate` would be dangerous.
 * @param subject the function or object that the options belong to, for the error
 * @throws {TypeError} if an option does not exist or is of the wrong kind
 */
export function handlerOptions(subject: string, options: HandlerOptions): HandlerOptions {
  return validateOptions(subject, options, HANDLER);
}

/** @throws {TypeError} if an option does not exist or is of the wrong kind */
export function httpOptions(
  options: Partial<HandlerOptions & ListenOptions>,
  subject = 'serveHttp',
): HandlerOptions & ListenOptions {
  return validateOptions(subject, options as HandlerOptions & ListenOptions, HTTP);
}

/** @throws {TypeError} if an option does not exist or is of the wrong kind */
export function stdioOptions(options: ServeStdioOptions): ServeStdioOptions {
  return validateOptions('serveStdio', options, STDIO);
}
