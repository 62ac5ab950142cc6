import type { OptionsOf } from '../commands.js';
import {
  type Change,
  compareManifests,
  type Comparison,
  formatComparison,
  type Manifest,
} from '@cuecard/testing/contract';
import type { Session } from '../session/session.js';
import type { Outcome } from '../outcome/envelope.js';
import { Problem, ExitCode } from '../outcome/problem.js';
import { packageOf } from '../project/project-folder.js';
import { openSubject, type Subject } from '../subject/subject.js';
import { type BaseContract, baseContract, contractFile } from './base-contract.js';
import { ChangeLines } from './change-lines.js';
import { changesetsOf, plannedComparison } from './changesets.js';
import { comparisonText, lineLinks } from './comparison-text.js';
import { openRemote } from '../peer/open-peer.js';
import type { RemotePeer } from '../peer/remote-peer.js';
import { asListed, wireManifest, withoutPages } from '../subject/wire-contract.js';

export async function runDiff(
  session: Session,
  options: OptionsOf<'diff'>,
  path?: string,
): Promise<Outcome<Comparison>> {
  const remote = await openRemote(session, options);
  const comparison = await (remote === undefined
    ? compareProject(session, options, path)
    : compareServer(remote, session, options, path));
  const text = options.markdown === true ? await markdown(comparison, session, options) : comparisonText(comparison);
  return { data: comparison, text, exitCode: comparison.isCompatible ? ExitCode.done : ExitCode.failed };
}

async function compareProject(
  session: Session,
  options: OptionsOf<'diff'>,
  path: string | undefined,
): Promise<Comparison> {
  const subject = await openSubject(session, options, 'diff');
  try {
    const { folder } = session;
    const base = await baseContract({ folder, file: contractFile(folder, subject.root, path), ref: options.baseRef });
    return withPlaces(await compareSubject(subject, base, folder), new ChangeLines(subject, base));
  } finally {
    await subject.close();
  }
}

/** Compares only the properties that lists show. Changes have no lines. */
async function compareServer(
  remote: RemotePeer,
  { folder }: Session,
  { baseRef }: OptionsOf<'diff'>,
  path: string | undefined,
): Promise<Comparison> {
  try {
    const base = await baseContract({ folder, file: contractFile(folder, folder, path), ref: baseRef });
    const now = withoutPages(await wireManifest(remote), base.manifest);
    refuseAnother(base, now);
    return compareManifests(asListed(base.manifest, now), now);
  } finally {
    await remote.close();
  }
}

async function compareSubject(subject: Subject, base: BaseContract, folder: string): Promise<Comparison> {
  const now = await subject.manifest();
  refuseAnother(base, now);
  const own = packageOf(subject.root);
  const { budget: tokenBudget } = subject.check;
  return plannedComparison(base.manifest, now, {
    changesets: own === undefined ? [] : changesetsOf(own, folder),
    ...(tokenBudget !== undefined && { tokenBudget }),
  });
}

function refuseAnother({ manifest, path }: BaseContract, now: Manifest): void {
  if (manifest.name === now.name) return;
  const summary = `The contract belongs to "${manifest.name}", but this server is "${now.name}"`;
  const fix = 'Pass another contract file, or write a new one with `cuecard manifest`';
  throw new Problem({ code: 'contract-of-another', summary, fix, where: { path }, exitCode: ExitCode.usage });
}

function withPlaces(comparison: Comparison, places: ChangeLines): Comparison {
  const withPlace = (change: Change): Change => {
    const where = change.where ?? places.of(change);
    return where === undefined ? change : { ...change, where };
  };
  return { ...comparison, changes: comparison.changes.map(withPlace) };
}

async function markdown(
  comparison: Comparison,
  { folder, terminal }: Session,
  { repositoryUrl }: OptionsOf<'diff'>,
): Promise<string> {
  const link = await lineLinks({ folder, repositoryUrl, env: terminal.streams.env });
  return formatComparison(comparison, link === undefined ? {} : { link });
}
