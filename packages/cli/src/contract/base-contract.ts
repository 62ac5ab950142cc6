import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Line, type Manifest, parseManifest } from '@cuecard/testing/contract';
import { pathFrom } from '../files.js';
import { Problem, ExitCode } from '../outcome/problem.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The contract to compare with, and its file. */
export interface BaseContract {
  readonly manifest: Manifest;
  readonly text: string;
  /** Relative to the current folder. */
  readonly path: string;
}

interface BaseOptions {
  /** The current folder. */
  readonly folder: string;
  /** The file, absolute. */
  readonly file: string;
  /** A commit, branch or tag, instead of the current file. */
  readonly ref?: string | undefined;
}

/**
 * Reads a committed contract.
 * @throws {Problem} `contract-missing` or `contract-invalid`
 */
export async function baseContract({ folder, file, ref }: BaseOptions): Promise<BaseContract> {
  const path = pathFrom(folder, file);
  const text =
    ref === undefined ? read(file) : await git(dirname(file), 'show', '--end-of-options', `${ref}:./${basename(file)}`);
  if (text === undefined) throw missing(path, ref);
  try {
    return { manifest: parseManifest(text), text, path };
  } catch (error) {
    const summary = error instanceof Error ? error.message : String(error);
    throw new Problem({ code: 'contract-invalid', summary, where: { path }, fix: WRITE, cause: error });
  }
}

/** The contract that the command line names, or the one in the project folder. */
export function contractFile(folder: string, root: string, requested: string | undefined): string {
  return requested === undefined ? resolve(root, 'contract.json') : resolve(folder, requested);
}

/** The line of a definition in the text of a contract. */
export function lineInContract({ text, path }: BaseContract, kind: string, name: string): Line | undefined {
  const [bare, version] = name.split('@');
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => {
    const isNamed = line.trim() === `"kind": "${kind}",` && lines[index + 1]?.includes(`"name": "${bare}"`) === true;
    return isNamed && (version === undefined || lines[index + 2]?.includes(`"${version}"`) === true);
  });
  return at === -1 ? undefined : { path, line: at + 2 };
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const WRITE = 'Write the contract with `cuecard manifest`, and commit it with each release';

function missing(path: string, ref: string | undefined): Problem {
  const summary = `The contract ${path} does not exist${ref === undefined ? '' : ` at ${ref}, or git cannot read it`}`;
  return new Problem({ code: 'contract-missing', summary, fix: WRITE, exitCode: ExitCode.usage });
}

const run = promisify(execFile);

/** The output of git; `undefined` if it fails or is not installed. */
export async function git(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch {
    return undefined;
  }
}
