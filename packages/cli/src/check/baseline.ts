import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Finding } from './findings.js';

/** What was found before, and is left for later. It holds no lines, so edits do not bring findings back. */
interface Baseline {
  readonly baseline: 1;
  readonly findings: readonly string[];
}

/**
 * The findings that a baseline does not have.
 * @throws {Problem} `baseline-invalid`
 */
export function withoutKnown(findings: readonly Finding[], file: string): readonly Finding[] {
  const left = countOf(read(file).findings);
  return findings.filter((finding) => {
    const key = fingerprintOf(finding);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

export function writeBaseline(findings: readonly Finding[], file: string): void {
  const baseline: Baseline = { baseline: 1, findings: findings.map(fingerprintOf).toSorted() };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(baseline, undefined, 2)}\n`);
}

/** What stays the same when lines move. */
export function fingerprintOf({ rule, kind, name, argument }: Finding): string {
  return [rule, kind, name, argument].filter((part) => part !== undefined).join(' ');
}

function read(file: string): Baseline {
  if (!existsSync(file)) throw invalid(file, 'is missing');
  try {
    const { baseline, findings } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Baseline>;
    if (baseline === 1 && Array.isArray(findings)) return { baseline, findings };
  } catch {
    throw invalid(file, 'is not JSON');
  }
  throw invalid(file, 'is not a baseline');
}

function invalid(file: string, problem: string): Problem {
  const fix = 'Write it with `cuecard check --baseline <file> --update-baseline`';
  return new Problem({
    code: 'baseline-invalid',
    summary: `The baseline ${file} ${problem}`,
    fix,
    exitCode: ExitCode.usage,
  });
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
