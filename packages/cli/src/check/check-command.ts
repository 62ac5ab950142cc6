import { relative, resolve } from 'node:path';
import type { Run } from '../session/session.js';
import { git } from '../contract/base-contract.js';
import { Problem, ExitCode, accessing } from '../outcome/problem.js';
import { openSubject, type SubjectOptions } from '../source/subject.js';
import { withoutKnown, writeBaseline } from './baseline.js';
import { checkedProject } from './checked-project.js';
import { type Finding, findingsOf, findingsText } from './findings.js';
import { RULES } from './rules.js';
import { sarifOf } from './sarif.js';

export const runCheck: Run<CheckOptions> = async (session, options) => {
  const { folder } = session;
  const warnings: string[] = [];
  const subject = await openSubject(session, options, 'check', (message) => warnings.push(message));
  try {
    const check = { ...subject.check, ...budgetOf(options) };
    const rules = subject.isRemote === true ? RULES.filter(({ needsProject }) => needsProject !== true) : RULES;
    const project = await checkedProject({ ...subject, check }, { warnings, rules: RULES });
    const { findings: all, suppressed } = findingsOf(project, rules, { folder, check });
    const baseline = baselineOf(options, folder);
    if (options.updateBaseline === true && baseline !== undefined)
      await accessing(relative(folder, baseline), () => writeBaseline(all, baseline));
    const findings = baseline === undefined ? all : withoutKnown(all, baseline);
    const unjudged = RULES.filter((rule) => !rules.includes(rule)).map(({ id }) => id);
    const known = all.length - findings.length;
    const counts = { suppressed, known, checked: project.definitions.length, unjudged };
    const sarif = async () => JSON.stringify(sarifOf(findings, { rules: RULES, prefix: await prefixOf(folder) }));
    return {
      data: { findings, ...counts },
      text: options.sarif === true ? await sarif() : findingsText(findings, counts, subject.isRemote && subject.name),
      exitCode: isFailed(findings, options) ? ExitCode.failed : ExitCode.done,
    };
  } finally {
    await subject.close();
  }
};

function isFailed(findings: readonly Finding[], { strict = false }: CheckOptions): boolean {
  return findings.some(({ severity }) => strict || severity === 'error');
}

function budgetOf({ budget }: CheckOptions): { readonly budget?: number } {
  if (budget === undefined) return {};
  if (/^[1-9]\d*$/.test(budget)) return { budget: Number(budget) };
  throw new Problem({
    code: 'budget-invalid',
    summary: 'The budget is a number of tokens',
    fix: 'Write --budget 8000',
    exitCode: ExitCode.usage,
  });
}

function baselineOf({ baseline, updateBaseline = false }: CheckOptions, folder: string): string | undefined {
  const name = baseline ?? (updateBaseline ? 'check-baseline.json' : undefined);
  return name === undefined ? undefined : resolve(folder, name);
}

async function prefixOf(folder: string): Promise<string> {
  return (await git(folder, 'rev-parse', '--show-prefix'))?.trim() ?? '';
}

export interface CheckOptions extends SubjectOptions {
  readonly sarif?: boolean;
  readonly strict?: boolean;
  readonly budget?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}
