// Refusals of requests before a method is called.

const UNAVAILABLE = { status: 503, code: -32000, headers: { 'retry-after': '1' } };
export const SHUTTING_DOWN = { ...UNAVAILABLE, message: 'This server is shutting down' };
export const TOO_MANY_REQUESTS = { ...UNAVAILABLE, message: 'Too many requests are in progress', limit: 'maxRequests' };
export const TOO_MANY_BYTES = {
  ...UNAVAILABLE,
  message: 'The pending requests and responses use too much memory',
  limit: 'maxHeldBytes',
};
export const TOO_MANY_OF_CALLER = {
  ...UNAVAILABLE,
  message: 'Too many requests from this caller are in progress',
  limit: 'maxCallerShare',
};
export const TOO_MANY_SESSIONS = { ...UNAVAILABLE, message: 'All sessions are in use', limit: 'maxSessions' };
export const TOO_LONG = {
  status: 400,
  code: -32602,
  message: 'Invalid params for initialize: the description of the client is longer than 65536 characters',
};
export const NO_SESSION = { status: 404, code: -32001, message: 'Session not found' };
/** Used for example if the client has disconnected. Failures of prompts are answered by the methods themselves. */
export const INTERNAL_ERROR = { status: 500, code: -32603, message: 'Internal error' };
/** The client disconnected before its request was read, so it never receives this. */
export const GONE = { status: 400, code: -32000, message: 'The client has disconnected' };
export const POST_ONLY = {
  status: 405,
  code: -32000,
  message: 'Without a session, only POST is allowed',
  headers: { allow: 'POST' },
};
