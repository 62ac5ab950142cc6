import { placeText } from '../outcome/problem-text.js';
import { styled } from '../terminal/terminal.js';
import type { Finding } from './findings.js';

/** What was found besides. */
export interface Counts {
  readonly suppressed: number;
  readonly known: number;
  readonly checked: number;
  /** The rules that need more than a server says. */
  readonly unjudged: readonly string[];
}

/**
 * Findings for a terminal, by file.
 * @param elsewhere the heading of those that are in no file
 */
export function findingsText(findings: readonly Finding[], counts: Counts, elsewhere = 'Elsewhere'): string {
  const files = grouped(findings, elsewhere);
  const blocks = [...files].map(([file, all]) => [styled('bold', file), ...all.map(lineOf)].join('\n'));
  const { unjudged } = counts;
  const left =
    unjudged.length === 0 ? [] : [styled('dim', `Only the project itself can be checked by ${unjudged.join(', ')}`)];
  return [...blocks, [summaryOf(findings, counts), ...left].join('\n')].join('\n\n');
}

function lineOf({ severity, message, rule, fix, where }: Finding): string {
  const label = severity === 'error' ? styled('red', 'error  ') : styled('yellow', 'warning');
  const place = where === undefined ? '' : `${styled('cyan', placeText(where))} `;
  return `  ${place}${label} ${message} ${styled('dim', `[${rule}]`)}\n    ${styled('green', 'fix')} ${fix}`;
}

function summaryOf(findings: readonly Finding[], { suppressed, known, checked }: Counts): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const found =
    findings.length === 0
      ? 'nothing to mend'
      : `${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`;
  const left = [
    ...(suppressed > 0 ? [`${suppressed} silenced by comments`] : []),
    ...(known > 0 ? [`${known} in the baseline`] : []),
  ];
  return `${counted(checked, 'definition')}: ${[found, ...left].join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param elsewhere stands for what is in no file */
function grouped(findings: readonly Finding[], elsewhere: string): Map<string, Finding[]> {
  const files = new Map<string, Finding[]>();
  for (const each of findings) {
    const file = each.where?.path ?? elsewhere;
    files.set(file, files.get(file) ?? []);
    files.get(file)?.push(each);
  }
  return files;
}
