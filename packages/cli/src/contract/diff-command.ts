import { type Change, type Comparison, comparisonMarkdown } from '@cuecard/contract';
import type { DiffOptions } from './diff-options.js';
import type { CommonOptions, Session } from '../session/session.js';
import type { Outcome } from '../outcome/envelope.js';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import { packageOf } from '../source/own-package.js';
import { openSubject, type Subject } from '../source/subject.js';
import { type BaseContract, baseContract, contractFile } from './base-contract.js';
import { ChangePlaces } from './change-places.js';
import { changesetsOf } from './changesets.js';
import { comparisonText } from './comparison-text.js';
import { lineLinks } from './line-links.js';
import { manifestOfSubject } from './manifest-command.js';
import { plannedComparison } from './planned-version.js';

export async function runDiff(
  session: Session,
  options: DiffOptions & CommonOptions,
  given?: string,
): Promise<Outcome<Comparison>> {
  const subject = await openSubject(session, options, 'diff');
  try {
    const { folder } = session;
    const file = contractFile(folder, subject.root, given);
    const base = await baseContract({ folder, file, ref: options.baseRef });
    const comparison = placed(await compared(subject, base, folder), new ChangePlaces(subject, base, folder));
    const text = options.markdown === true ? await markdown(comparison, session, options) : comparisonText(comparison);
    return { data: comparison, text, exitCode: comparison.isFit ? ExitCode.done : ExitCode.failed };
  } finally {
    await subject.close();
  }
}

async function compared(subject: Subject, { manifest, path }: BaseContract, folder: string): Promise<Comparison> {
  const now = await manifestOfSubject(subject);
  if (manifest.name !== now.name) {
    const summary = `The contract is of "${manifest.name}", and the project is "${now.name}"`;
    const fix = 'Name another contract, or write a new one with `cuecard manifest`';
    throw new Problem({ code: 'contract-of-another', summary, fix, where: { path }, exitCode: ExitCode.usage });
  }
  const own = packageOf(subject.root);
  const { budget: tokenBudget } = subject.check;
  return plannedComparison(manifest, now, {
    changesets: own === undefined ? [] : changesetsOf(own, folder),
    ...(tokenBudget !== undefined && { tokenBudget }),
  });
}

function placed(comparison: Comparison, places: ChangePlaces): Comparison {
  const located = (change: Change): Change => {
    const where = change.where ?? places.of(change);
    return where === undefined ? change : { ...change, where };
  };
  return { ...comparison, changes: comparison.changes.map(located) };
}

async function markdown(
  comparison: Comparison,
  { folder, terminal }: Session,
  { repositoryUrl }: DiffOptions,
): Promise<string> {
  const link = await lineLinks({ folder, repositoryUrl, env: terminal.streams.env });
  return comparisonMarkdown(comparison, link === undefined ? {} : { link });
}
