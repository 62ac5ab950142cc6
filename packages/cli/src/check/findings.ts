import { type KindName, sectionOf } from '@cuecard/core';
import type { CheckConfig } from '../config/config.js';
import { Problem, placeText, ExitCode } from '../outcome/problem.js';
import type { SourcePlace } from '../playground/options.js';
import type { CheckedProject, Violation, Rule, Severity } from './rule.js';
import { declaredArgument, isSuppressed } from './suppressions.js';
import { styled } from '../terminal/terminal.js';

/** A problem that the check reports. */
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

interface Findings {
  /** Sorted by file and line. */
  readonly findings: readonly Finding[];
  /** The number of findings that comments silence. */
  readonly suppressed: number;
}

/** Applies all rules that the config does not switch off. */
export function findingsOf(project: CheckedProject, rules: readonly Rule[], check: CheckConfig): Findings {
  refuseUnknown(check, project.ids);
  let suppressed = 0;
  const findings = rules.flatMap((rule) => {
    const severity = check.rules?.[rule.id] ?? rule.severity;
    if (severity === 'off') return [];
    const found = [...rule.find(project)];
    const open = found.filter((each) => !isSuppressed(rule.id, each, project.sources));
    suppressed += found.length - open.length;
    return open.map((each) => findingOf(each, { rule: rule.id, severity, where: placeOf(each, project) }));
  });
  return { findings: findings.toSorted(byPlace), suppressed };
}

function findingOf(
  { message, fix, of, argument }: Violation,
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
    section: sectionOf(rule),
  };
}

function placeOf(found: Violation, { sources }: CheckedProject): SourcePlace | undefined {
  const { at, of } = found;
  const declared = at ?? declaredArgument(found, sources) ?? (of?.definition && sources.definition(of.definition));
  return declared && sources.placeOf(declared);
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
    summary: `The config names the unknown rule "${unknown}"`,
    fix: `Use one of these rules: ${[...ids].join(', ')}`,
    exitCode: ExitCode.project,
  });
}

/** The numbers of a check for its summary. */
interface CheckSummary {
  readonly suppressed: number;
  readonly checked: number;
  /** The rules that need the code of the project. */
  readonly unjudged: readonly string[];
}

/**
 * Findings for a terminal, by file.
 * @param elsewhere the heading of findings without a file
 */
export function findingsText(findings: readonly Finding[], counts: CheckSummary, elsewhere = 'Without a file'): string {
  const files = groupByFile(findings, elsewhere);
  const blocks = [...files].map(([file, all]) => [styled('bold', file), ...all.map(lineOf)].join('\n'));
  const { unjudged } = counts;
  const left =
    unjudged.length === 0 ? [] : [styled('dim', `Skipped rules that need the source code: ${unjudged.join(', ')}`)];
  return [...blocks, [summaryOf(findings, counts), ...left].join('\n')].join('\n\n');
}

function lineOf({ severity, message, rule, fix, where }: Finding): string {
  const label = severity === 'error' ? styled('red', 'error  ') : styled('yellow', 'warning');
  const place = where === undefined ? '' : `${styled('cyan', placeText(where))} `;
  return `  ${place}${label} ${message} ${styled('dim', `[${rule}]`)}\n    ${styled('green', 'fix')} ${fix}`;
}

function summaryOf(findings: readonly Finding[], { suppressed, checked }: CheckSummary): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const found =
    findings.length === 0
      ? 'no problems found'
      : `${pluralize(errors, 'error')}, ${pluralize(findings.length - errors, 'warning')}`;
  const silenced = suppressed > 0 ? `, ${suppressed} silenced by comments` : '';
  return `${pluralize(checked, 'definition')}: ${found}${silenced}`;
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function groupByFile(findings: readonly Finding[], elsewhere: string): Map<string, Finding[]> {
  const files = new Map<string, Finding[]>();
  for (const each of findings) {
    const file = each.where?.path ?? elsewhere;
    files.set(file, files.get(file) ?? []);
    files.get(file)?.push(each);
  }
  return files;
}
