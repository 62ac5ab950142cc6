import type { OptionsOf } from '../commands.js';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { type Manifest, stringifyManifest } from '@cuecard/testing/contract';
import type { Run } from '../session/session.js';
import { Problem, ExitCode, accessing } from '../outcome/problem.js';
import { openSubject } from '../subject/subject.js';
import { type BaseContract, baseContract, contractFile } from './base-contract.js';

export const runManifest: Run<OptionsOf<'manifest'>> = async (session, options) => {
  const subject = await openSubject(session, options, 'manifest');
  try {
    const manifest = await subject.manifest();
    const text = stringifyManifest(manifest);
    if (options.out === '-') return { data: manifest, text };
    const file = contractFile(session.folder, subject.root, options.out);
    const path = relative(session.folder, file);
    if (subject.isRemote === true && options.out === undefined && existsSync(file))
      refuseOther(await baseContract({ folder: session.folder, file }), manifest);
    const isCurrent = await accessing(path, () => existsSync(file) && readFileSync(file, 'utf8') === text);
    const data = { path, isCurrent, manifest };
    if (options.check !== true) {
      if (!isCurrent) await accessing(path, () => write(file, text));
      return { data, text: `${path} ${isCurrent ? 'is up to date' : 'is written'}: ${countOf(manifest)}` };
    }
    if (isCurrent) return { data, text: `${path} is up to date` };
    return { data, text: `${path} is out of date. Write it with \`cuecard manifest\``, exitCode: ExitCode.failed };
  } finally {
    await subject.close();
  }
};

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The file may be the contract of the project or of another server. */
function refuseOther({ manifest: { name }, path }: BaseContract, other: Manifest): void {
  if (name === other.name) return;
  const summary = `${path} contains the contract of "${name}", not of "${other.name}"`;
  const fix = 'Pass another file with --out';
  throw new Problem({ code: 'contract-of-another', summary, fix, where: { path }, exitCode: ExitCode.usage });
}

function countOf({ definitions: { length } }: Manifest): string {
  return `${length} ${length === 1 ? 'definition' : 'definitions'}`;
}
