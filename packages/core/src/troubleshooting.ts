import { SITE } from './site.js';

/**
 * Returns the address of the section that explains a fault, a warning or a command-line problem. `cuecard explain`
 * prints the same section without a network.
 */
export function sectionOf(id: string): string {
  return `${SITE}/explain/${id}`;
}

/** Returns the last line of an error. It says where the error's faults are explained. */
export function referenceTo(ids: ReadonlySet<FaultId>): string {
  const [first, ...others] = ids;
  if (first !== undefined && others.length === 0) return `See ${sectionOf(first)}`;
  return `Look up each [id] at ${SITE}/troubleshooting`;
}

/** The stable id of a fault. Each id is the heading of the section that explains the fault. */
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

/** The stable id of a logged warning. */
export type WarningId = 'argument-unmarked' | 'field-undeclared' | 'label-unknown' | 'resource-unreachable';
