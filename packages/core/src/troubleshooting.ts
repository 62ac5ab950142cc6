// The page that explains every fault and warning. Its headings are their ids.
const PAGE = '"Troubleshooting"';

/** The section that explains a fault or a warning, with its cause and remedy. */
export function sectionOf(id: FaultId | WarningId): string {
  return `${id} in ${PAGE}`;
}

/** Returns the last line of an error: where its faults are explained. */
export function referenceTo(ids: ReadonlySet<FaultId>): string {
  const [first, ...others] = ids;
  return first === undefined || others.length > 0 ? `Look up each [id] in ${PAGE}` : `See ${sectionOf(first)}`;
}

/** The stable name of a fault. Each is a heading of the page on troubleshooting. */
export type FaultId =
  // Classes and entries
  | 'class-not-decorated'
  | 'class-of-two-kinds'
  | 'class-of-both-forms'
  | 'method-invalid'
  | 'class-of-another-copy'
  | 'class-not-constructible'
  | 'entry-invalid'
  | 'method-missing'
  | 'option-unknown'
  | 'option-invalid'
  | 'icon-invalid'
  | 'tag-invalid'
  | 'example-refused'
  | 'interceptor-invalid'
  // Names and versions
  | 'name-missing'
  | 'name-invalid'
  | 'name-implied'
  | 'name-taken'
  | 'name-ambiguous'
  | 'listed-twice'
  | 'version-invalid'
  | 'version-missing'
  | 'version-taken'
  | 'label-invalid'
  | 'label-taken'
  | 'label-without-version'
  // Arguments
  | 'args-invalid'
  | 'args-empty'
  | 'args-not-constructible'
  | 'argument-without-type'
  | 'argument-undecorated'
  | 'argument-type-lost'
  | 'argument-type-invalid'
  | 'argument-items-unknown'
  | 'argument-name-invalid'
  | 'argument-name-taken'
  | 'argument-read-only'
  | 'argument-optional-and-required'
  | 'initial-value-invalid'
  | 'titles-invalid'
  | 'completion-unknown'
  | 'completion-ambiguous'
  // Rules
  | 'rule-invalid'
  | 'rule-of-another-type'
  | 'rules-contradictory'
  | 'validator-not-decorated'
  | 'group-unknown'
  // Tools
  | 'output-invalid'
  | 'output-without-fields'
  | 'header-invalid'
  | 'header-taken'
  // Resources
  | 'uri-missing'
  | 'uri-invalid'
  | 'uri-ambiguous'
  | 'uri-variable-unknown'
  | 'uri-argument-missing'
  | 'uri-taken'
  | 'uri-mounted-twice'
  | 'list-without-variables'
  | 'size-of-many'
  // Packs
  | 'mount-name-unknown'
  // Services
  | 'constructor-types-missing'
  | 'service-missing'
  | 'service-not-awaited'
  | 'service-needs-itself'
  | 'service-outlives-request'
  | 'provided-twice'
  | 'guards-bypassed'
  | 'parameter-of-http';

/** The stable name of a warning in the log. */
export type WarningId = 'argument-unmarked' | 'field-undeclared' | 'label-unknown' | 'resource-unreachable';
