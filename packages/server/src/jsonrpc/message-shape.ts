import { isRecord } from './message.js';
import { exactly, isInteger, isText, objectOf, oneOf, type Shape } from './shape.js';

const isIdentifier = oneOf(isText, isInteger);
const isVersion: Shape = (value) => value === '2.0';
const isMeta = objectOf({}, { progressToken: isIdentifier });
const isMarked = objectOf({}, { _meta: isMeta });
const isFault = objectOf({ code: isInteger, message: isText });

/** Whether a value is a message of MCP (schema, "JSONRPCMessage"). */
export const isMessage = oneOf(
  exactly({ jsonrpc: isVersion, id: isIdentifier, method: isText }, { params: isMarked }),
  exactly({ jsonrpc: isVersion, method: isText }, { params: isMarked }),
  exactly({ jsonrpc: isVersion, id: isIdentifier, result: objectOf({}, { _meta: isRecord }) }),
  exactly({ jsonrpc: isVersion, error: isFault }, { id: isIdentifier }),
);
