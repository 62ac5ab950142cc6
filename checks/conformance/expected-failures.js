// Pages are those of the specification, in the revision that comes first.

const SAMPLING =
  '2026-07-28, client/sampling, the note at its head: "New implementations SHOULD NOT adopt it". Cuecard does not build it';
const ROOTS =
  '2026-07-28, client/roots, the note at its head: "New implementations SHOULD NOT adopt it". Cuecard does not build them';
const KEYWORDS =
  '2026-07-28, basic, "JSON Schema Usage", and server/tools, "Tool": a server chooses the keywords of its schemas. Those of ' +
  'Cuecard come from types and rules, which make none of these, so that none is lost either';
const NAMES =
  '2025-11-25, schema, "LegacyTitledEnumSchema": "Use TitledSingleSelectEnumSchema instead". Cuecard does, and sends ' +
  'enumNames to clients of 2025-06-18 only, where client/elicitation, "Requested Schema", has nothing else';
const WITHOUT_STATE =
  '2026-07-28, basic/patterns/mrtr, "Client Requirements (Basic Workflow)", 2: the client "MUST echo back" a requestState. ' +
  'The suite answers what nobody has asked, without one; so it is asked';
const METHODS = `it wants three methods in one answer, of which Cuecard has elicitation. ${SAMPLING}. ${ROOTS}`;
const SAMPLES =
  '2026-07-28, basic/patterns/mrtr, "Server Requirements (Basic Workflow)", 7: servers "MUST NOT" ask for what a client does ' +
  `not declare. This one declares sampling alone, so that it gets the error -32021. ${SAMPLING}`;

const RESUMING =
  "2025-11-25, basic/transports: resuming a stream is recommended. The SDK's transport does it with an event store, which " +
  'the application adds; `bindRuntime` is not involved';
const STATUS =
  '2026-07-28, basic/transports: a header that contradicts the body is answered with 400. The runtime answers -32020, but ' +
  "`createMcpHandler` sends every error of a handler with 200, unless a schema was registered with the SDK's own `McpServer`";

/** @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} ExpectedFailures reasons by scenario and check */

/** @type {ExpectedFailures} */
const UP_TO_2025_11_25 = {
  'tools-call-sampling': { 'tools-call-sampling': SAMPLING },
  'elicitation-sep1330-enums': { 'elicitation-sep1330-legacy-enumnames': NAMES },
};

/** @type {ExpectedFailures} */
const ALL_REVISIONS = {
  ...UP_TO_2025_11_25,
  'json-schema-2020-12': {
    'sep-2106-composition-keywords-preserved': KEYWORDS,
    'sep-2106-conditional-keywords-preserved': KEYWORDS,
    'sep-2106-anchor-keyword-preserved': KEYWORDS,
  },
  'input-required-result-ignore-extra-params': { 'sep-2322-ignore-unexpected-params': WITHOUT_STATE },
  'input-required-result-basic-sampling': { 'sep-2322-sampling-incomplete': SAMPLING },
  'input-required-result-basic-list-roots': { 'sep-2322-list-roots-incomplete': ROOTS },
  'input-required-result-multiple-input-requests': { 'sep-2322-multiple-inputs-incomplete': METHODS },
  'input-required-result-capability-check': { 'sep-2322-respect-client-capabilities': SAMPLES },
};

/** @type {ExpectedFailures} */
const POLLING = {
  'server-sse-polling': { 'server-sse-priming-event': RESUMING, 'server-sse-retry-field': RESUMING },
};

/**
 * The checks that fail or warn, by server, and why; one that passes after all is a failure too.
 * @type {Readonly<Record<string, ExpectedFailures>>}
 */
export const EXPECTED_FAILURES = {
  '@cuecard/server': ALL_REVISIONS,
  '@cuecard/mcp-sdk': { ...UP_TO_2025_11_25, ...POLLING },
  '@cuecard/mcp-sdk/v2': {
    ...ALL_REVISIONS,
    ...POLLING,
    'http-custom-header-server-validation': {
      'sep-2243-server-reject-invalid-param-chars': STATUS,
      'sep-2243-server-validate-param-match': STATUS,
    },
  },
};
