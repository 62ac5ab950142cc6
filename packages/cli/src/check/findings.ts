import type { KindName } from '@cuecard/core';
import { relative, sep } from 'node:path';
import type { CheckConfig } from '../config/config.js';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import type { SourcePlace } from '../playground/options.js';
import type { CheckedProject, Found, Rule, Severity } from './rule.js';
import { declaredArgument, isSuppressed } from './suppressions.js';

/** What a check reports. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** A sentence without a full stop. */
  readonly message: string;
  readonly fix: string;
  readonly kind?: KindName;
  readonly name?: string;
  readonly argument?: string;
  /** Relative to the current folder. */
  readonly where?: SourcePlace;
  readonly section: string;
}

export interface Findings {
  /** Those of a file together, in the order of its lines. */
  readonly findings: readonly Finding[];
  /** The number of those that comments silence. */
  readonly suppressed: number;
}

/**
 * Applies all rules that the config does not switch off.
 * @param folder what paths are relative to
 */
export function findingsOf(
  project: CheckedProject,
  rules: readonly Rule[],
  { folder, check }: { readonly folder: string; readonly check: CheckConfig },
): Findings {
  refuseUnknown(check, project.ids);
  let suppressed = 0;
  const findings = rules.flatMap((rule) => {
    const severity = check.rules?.[rule.id] ?? rule.severity;
    if (severity === 'off') return [];
    const found = [...rule.find(project)];
    const open = found.filter((each) => !isSuppressed(rule.id, each, project.sources));
    suppressed += found.length - open.length;
    return open.map((each) => findingOf(each, { rule: rule.id, severity, where: whereIs(each, project, folder) }));
  });
  return { findings: findings.toSorted(byPlace), suppressed };
}

function findingOf(
  { message, fix, of, argument }: Found,
  { rule, severity, where }: Pick<Finding, 'rule' | 'severity'> & { readonly where: SourcePlace | undefined },
): Finding {
  return {
    rule,
    severity,
    message,
    fix,
    ...(of !== undefined && { kind: of.contract.kind, name: of.contract.name }),
    ...(argument !== undefined && { argument }),
    ...(where !== undefined && { where }),
    section: `${rule} in "Checking definitions"`,
  };
}

function whereIs(found: Found, { sources }: CheckedProject, folder: string): SourcePlace | undefined {
  const { at, of } = found;
  const declared = at ?? declaredArgument(found, sources) ?? (of?.definition && sources.definition(of.definition));
  if (declared === undefined) return undefined;
  const { source, name } = declared;
  return { path: relative(folder, source.file).split(sep).join('/'), ...source.positionOf(name.start) };
}

const NOWHERE = { path: '', line: 0, column: 0 };

function byPlace({ where: one }: Finding, { where: other }: Finding): number {
  const [a, b] = [
    { ...NOWHERE, ...one },
    { ...NOWHERE, ...other },
  ];
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

function refuseUnknown({ rules = {} }: CheckConfig, ids: ReadonlySet<string>): void {
  const unknown = Object.keys(rules).find((id) => !ids.has(id));
  if (unknown === undefined) return;
  throw new Problem({
    code: 'rule-unknown',
    summary: `The config names the rule "${unknown}", which does not exist`,
    fix: `Name one of ${[...ids].join(', ')}`,
    exitCode: ExitCode.project,
  });
}
