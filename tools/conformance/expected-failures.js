const SAMPLING = 'sampling is deprecated since 2026-07-28 (client/sampling), and Cuecard does not build it';
const ROOTS = 'roots are deprecated since 2026-07-28 (client/roots), and Cuecard does not build them';
const KEYWORDS = 'a schema has the keywords of its rules: servers need not use them all (server/tools)';
const TITLES = 'options have no titles: a server need not give any (client/elicitation)';
const STREAMS = 'a server may close the stream before its answer, but need not (basic/transports, "Sending Messages")';

/**
 * The checks that fail or warn, by scenario, and why; one that passes after all is a failure too.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const EXPECTED_FAILURES = {
  'tools-call-sampling': { 'tools-call-sampling': SAMPLING },
  'json-schema-2020-12': {
    'sep-2106-composition-keywords-preserved': KEYWORDS,
    'sep-2106-conditional-keywords-preserved': KEYWORDS,
    'sep-2106-anchor-keyword-preserved': KEYWORDS,
  },
  'elicitation-sep1330-enums': {
    'elicitation-sep1330-titled-single': TITLES,
    'elicitation-sep1330-legacy-enumnames': 'enumNames are deprecated since 2025-11-25 (client/elicitation)',
    'elicitation-sep1330-titled-multi': TITLES,
  },
  'input-required-result-basic-elicitation': {
    'sep-2322-elicitation-incomplete':
      'it wants the key "user_name", but the server chooses its keys (basic/patterns/mrtr)',
  },
  'input-required-result-ignore-extra-params': {
    'sep-2322-ignore-unexpected-params':
      'it answers what was not asked, without the requestState that must come back (basic/patterns/mrtr)',
  },
  'input-required-result-basic-sampling': { 'sep-2322-sampling-incomplete': SAMPLING },
  'input-required-result-basic-list-roots': { 'sep-2322-list-roots-incomplete': ROOTS },
  'input-required-result-multiple-input-requests': {
    'sep-2322-multiple-inputs-incomplete': `it wants three ways to ask in one: ${SAMPLING}, nor roots`,
  },
  'input-required-result-capability-check': {
    'sep-2322-respect-client-capabilities': `it wants to be asked by sampling: ${SAMPLING}`,
  },
  'server-sse-polling': { 'server-sse-retry-field': STREAMS },
};
