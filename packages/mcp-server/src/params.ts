import type { StandardSchemaV1 } from '@modelcontextprotocol/server';

type Params = Readonly<Record<string, unknown>>;

// The SDK's own request schemas answer a wrong argument with -32603 and its parser's report. This one takes everything;
// what `params` holds is for the runtime to judge.
const anything: StandardSchemaV1<Params, Params> = {
  '~standard': { version: 1, vendor: 'cuecard', validate: (value) => ({ value: value as Params }) },
};

/** How a handler is registered that is given its params as the client has sent them. */
export const UNVALIDATED = { params: anything };
