import { type OptionKinds, validateOptions, PLAIN_OBJECT, Runtime } from '@cuecard/core';
import { Problem, ExitCode } from '../outcome/problem.js';
import type { Config, ConfigFunction } from './config.js';

/** @throws {Problem} `config-invalid` if the file does not export a config */
export function configFunctionOf(exported: unknown, path: string): ConfigFunction {
  if (typeof exported === 'function') return exported as ConfigFunction;
  if (typeof exported === 'object' && exported !== null) return () => exported as Config;
  const problem = exported === undefined ? 'has no default export' : `exports a ${typeof exported} as default`;
  throw invalid(path, problem, 'Write export default defineConfig({ name, version, runtime })');
}

/** @throws {Problem} `config-invalid` if what it returns cannot be served */
export async function checkedConfig(input: unknown, path: string): Promise<Config> {
  const { name, version, runtime } = Object(input) as Partial<Record<keyof Config, unknown>>;
  for (const [member, value] of Object.entries({ name, version }))
    if (typeof value !== 'string' || value === '')
      throw invalid(path, `has no ${member}`, `Set ${member}, as in { name: 'desk', version: '1.0.0' }`);
  if (runtime instanceof Runtime) {
    refuseHidden(input as Config, path);
    refuseUnknown(input as Config, path);
    refuseWatch(input as Config, path);
    await refuseUnknownHttp(input as Config, path);
    return input as Config;
  }
  if (isForeign(runtime)) {
    const remedy = 'Install one copy of @cuecard/core, and run the command line that the project has installed';
    throw invalid(path, 'has a runtime from another copy of @cuecard/core', remedy);
  }
  throw invalid(path, 'has no runtime', 'Set runtime: new Runtime({ prompts, resolver, logger })');
}

/** An inherited or hidden member, such as `authenticate` of `http`, would be ignored. */
function refuseHidden(config: Config, path: string): void {
  const fix = `Pass ${PLAIN_OBJECT.expected}`;
  if (!PLAIN_OBJECT.is(config)) throw invalid(path, 'is not a plain object', fix);
  if (config.http === undefined || PLAIN_OBJECT.is(config.http)) return;
  throw invalid(path, 'has the option "http", which is not a plain object', fix);
}

function refuseUnknown(config: Config, path: string): void {
  if ('adapter' in config)
    throw invalid(path, 'has no option "adapter"', 'Remove the option: Cuecard needs no adapter');
  refuseInvalid(path, () => validateOptions('The config', config, MEMBERS));
}

async function refuseUnknownHttp({ http }: Config, path: string): Promise<void> {
  if (http === undefined) return;
  const { httpOptions } = await import('@cuecard/server/internal'); // Most commands need no server.
  refuseInvalid(path, () => httpOptions(http, 'The config has the option "http", which'));
}

function refuseInvalid(path: string, validate: () => unknown): void {
  try {
    validate();
  } catch (error) {
    throw invalid(path, (error as Error).message.replace(/^The config /, ''), 'Correct or remove the option');
  }
}

function refuseWatch({ watch = [] }: Config, path: string): void {
  if (Array.isArray(watch) && watch.every((each) => typeof each === 'string')) return;
  throw invalid(path, 'has the option "watch", which is not a list of paths', "Write watch: ['prompts']");
}

const MEMBERS: OptionKinds<Config> = {
  name: true,
  version: true,
  title: true,
  description: true,
  websiteUrl: true,
  icons: true,
  instructions: true,
  runtime: true,
  http: true,
  check: true,
  watch: true,
  close: true,
};

function isForeign(runtime: unknown): boolean {
  return typeof runtime === 'object' && runtime !== null && 'methods' in runtime;
}

function invalid(path: string, problem: string, fix: string): Problem {
  return new Problem({
    code: 'config-invalid',
    summary: `The config ${problem}`,
    where: { path },
    fix,
    exitCode: ExitCode.project,
  });
}
