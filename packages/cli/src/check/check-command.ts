import type { OptionsOf } from '../commands.js';
import type { Run } from '../session/session.js';
import { Problem, ExitCode } from '../outcome/problem.js';
import { openSubject } from '../subject/subject.js';
import { checkedProject } from './checked-project.js';
import { type Finding, findingsOf, findingsText } from './findings.js';
import { RULES } from './rules.js';

export const runCheck: Run<OptionsOf<'check'>> = async (session, options) => {
  const warnings: string[] = [];
  const subject = await openSubject(session, options, 'check', (message) => warnings.push(message));
  try {
    const check = { ...subject.check, ...budgetOf(options) };
    const rules = subject.isRemote === true ? RULES.filter(({ needsProject }) => needsProject !== true) : RULES;
    const project = await checkedProject({ ...subject, check }, { warnings, rules: RULES });
    const { findings, suppressed } = findingsOf(project, rules, check);
    const unjudged = RULES.filter((rule) => !rules.includes(rule)).map(({ id }) => id);
    const counts = { suppressed, checked: project.definitions.length, unjudged };
    return {
      data: { findings, ...counts },
      text: findingsText(findings, counts, subject.isRemote && subject.name),
      exitCode: isFailed(findings, options) ? ExitCode.failed : ExitCode.done,
    };
  } finally {
    await subject.close();
  }
};

function isFailed(findings: readonly Finding[], { strict = false }: OptionsOf<'check'>): boolean {
  return findings.some(({ severity }) => strict || severity === 'error');
}

function budgetOf({ budget }: OptionsOf<'check'>): { readonly budget?: number } {
  if (budget === undefined) return {};
  if (/^[1-9]\d*$/.test(budget)) return { budget: Number(budget) };
  throw new Problem({
    code: 'budget-invalid',
    summary: '--budget is not a positive whole number',
    fix: 'Pass a number of tokens, for example --budget 8000',
    exitCode: ExitCode.usage,
  });
}
