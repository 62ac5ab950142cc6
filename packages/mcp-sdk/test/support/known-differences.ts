import { isDeepStrictEqual } from 'node:util';

/** A request, and the two responses to it that differ, as JSON. */
export interface Difference {
  readonly line: string;
  readonly ours: string;
  readonly sdks: string;
}

/** Our error for a message that is not valid. */
const INVALID = /"code":-32(600|602|700),"message":"(Invalid Request|Invalid params|Parse error)/;

/** The allowed differences, each with the part of the specification that allows our response. */
const KNOWN: Readonly<Record<string, (difference: Difference) => boolean>> = {
  'JSON-RPC 2.0, 5.1: an invalid message has a response. Over stdio, the SDKs drop it.': ({ ours, sdks }) =>
    sdks === '[]' && INVALID.test(ours),

  'JSON-RPC 2.0, 5.1: the text of an error is free, and -32602 is for invalid params. SDK v2 sends -32600.': ({
    ours,
    sdks,
  }) => ours.includes('"status":400') && sdks.includes('"status":400') && INVALID.test(ours),

  'RFC 8259, 8.1: JSON is UTF-8. The SDKs replace other bytes.': ({ line, ours }) =>
    line.includes('\uFFFD') && ours.includes('"Parse error: the message is not valid JSON in UTF-8"'),

  'RFC 8259, 8.1: a parser may ignore a byte order mark. Over stdio, the SDKs drop the message.': ({ line, sdks }) =>
    line.startsWith('\uFEFF') && sdks === '[]',

  '2025-03-26: basic, "Batching". Over stdio, the SDKs drop a batch. Over HTTP, SDK v2 sends its responses one by one.':
    ({ line, sdks }) => line.startsWith('[') && (sdks === '[]' || sdks.includes('"status":200')),

  '2026-07-28: basic, "_meta". A request that names this revision needs an envelope. Over stdio, SDKs ignore an incomplete one.':
    ({ line, ours }) =>
      line.includes('"io.modelcontextprotocol/protocolVersion":"2026-07-28"') &&
      ours.includes('requires an envelope in _meta'),

  '2026-07-28: server/discover. We name every revision that we serve, SDK v2 only those without sessions.': ({
    ours,
    sdks,
  }) => isDeepStrictEqual(withoutVersions(ours), withoutVersions(sdks)),

  '2025-11-25: basic/utilities/tasks, "Task Support and Handling". A server without tasks ignores `task`. SDK v1 rejects it.':
    ({ line, sdks }) => line.includes('"task":') && sdks.includes('"Server does not support task creation'),

  '2025-11-25: basic/utilities/tasks, "Related Task Metadata". A server without tasks ignores it. The SDKs check it.':
    ({ line, sdks }) =>
      line.includes('io.modelcontextprotocol/related-task') && (sdks === '[]' || sdks.includes('"code":-32600')),

  'JSON-RPC 2.0, 5.1: the text of an error is free. SDK v2 sends the report of its parser with -32602, as we do.': ({
    ours,
    sdks,
  }) => ours.includes('"code":-32602') && sdks.includes('"code":-32602,"message":"Invalid tools/call request: '),

  'JSON-RPC 2.0, 5.1: -32600. We limit the length of lines (maxMessageBytes), the SDKs do not.': ({ ours }) =>
    ours.includes('"Invalid Request: the message is longer than 4194304 bytes"'),

  'RFC 9110, 15.5.14: the body of a 413 is free.': ({ ours, sdks }) =>
    ours.includes('"status":413') && sdks.includes('"status":413'),
};

/** Whether the specification explains the difference. */
export function isKnown(difference: Difference): boolean {
  return Object.values(KNOWN).some((applies) => applies(difference));
}

const withoutVersions = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (key === 'supportedVersions' ? undefined : value));
