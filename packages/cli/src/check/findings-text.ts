import { placeText } from '../outcome/problem-text.js';
import { styled } from '../terminal/terminal.js';
import type { Finding } from './findings.js';

/** What was found besides. */
export interface Counts {
  readonly suppressed: number;
  readonly known: number;
  readonly checked: number;
}

/** Findings for a terminal, by file. */
export function findingsText(findings: readonly Finding[], counts: Counts): string {
  const files = grouped(findings);
  const blocks = [...files].map(([file, all]) => [styled('bold', file), ...all.map(lineOf)].join('\n'));
  return [...blocks, summaryOf(findings, counts)].join('\n\n');
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

function fileOf({ where }: Finding): string {
  return where?.path ?? 'Elsewhere';
}

function grouped(findings: readonly Finding[]): Map<string, Finding[]> {
  const files = new Map<string, Finding[]>();
  for (const each of findings) files.set(fileOf(each), [...(files.get(fileOf(each)) ?? []), each]);
  return files;
}
