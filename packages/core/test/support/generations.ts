import { setTimeout as sleep } from 'node:timers/promises';
import { type Auth, definePack, definePrompt, mount, type Definition, Registry } from '@cuecard/core';

/**
 * Prompts for tests that replace a registry: some change with every generation, and some never change. Also computes
 * the results that callers expect.
 */
const VERSION = 'dev.cuecard/version';
const VERSIONS = ['1.0.0', '2.0.0'] as const;
const KINDS = ['stable', 'moving', 'staff'] as const;
const NAMES = Array.from({ length: 30 }, (_, index) => `p${String(index).padStart(2, '0')}`);
const kindOf = (name: string) => KINDS[NAMES.indexOf(name) % KINDS.length];

export interface Caller {
  readonly auth: Auth;
  /** Whether the caller gets the canary version. */
  readonly isCanary: boolean;
}

export interface Expected {
  readonly name: string;
  readonly description: string;
  readonly version: string | undefined;
}

/** The canary version. Other callers get the highest version. */
const canaryOf = (generation: number) => VERSIONS[generation % 2] ?? VERSIONS[0];

function describe(name: string, generation: number): string {
  return kindOf(name) === 'stable' ? `${name} of all generations` : `${name} of generation ${generation}`;
}

function prompt(
  name: string,
  description: string,
  options: { version?: string; labels?: string[]; scopes?: string[] } = {},
) {
  return definePrompt<{ note: string; ms: number }>({
    ...options,
    name,
    description,
    args: [
      { name: 'note', complete: async (typed) => [`${typed} ${description}`] },
      { name: 'ms', default: 0 },
    ],
    async render({ note, ms }) {
      if (ms > 0) await sleep(ms);
      return `${description}: ${note}`;
    },
  });
}

const stable = NAMES.filter((name) => kindOf(name) === 'stable').map((name) => prompt(name, describe(name, 0)));

function moving(generation: number): Definition[] {
  const names = NAMES.filter((name) => kindOf(name) !== 'stable');
  return names.map((name) =>
    prompt(name, describe(name, generation), kindOf(name) === 'staff' ? { scopes: ['staff'] } : {}),
  );
}

function reviews(generation: number): Definition[] {
  return VERSIONS.map((version) => {
    const labels = version === canaryOf(generation) ? ['canary'] : [];
    return prompt('review', `${version} of generation ${generation}`, { version, labels });
  });
}

function desk(generation: number) {
  const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [prompt('note', describe('note', generation))] });
  return mount(pack, { prefix: 'desk', visible: isRed });
}

const isRed = ({ auth }: { auth: Auth | undefined }) => auth?.claims?.['team'] === 'red';

/** The next generation of a registry. Every other generation contains `passing`. */
export function generationOf(registry: Registry, generation: number): Registry {
  const next = registry.with(...moving(generation), ...reviews(generation), desk(generation));
  return generation % 2 === 0
    ? next.with(prompt('passing', describe('passing', generation)))
    : next.without(['passing']);
}

/** The prompts that a caller must see in a generation, in order. */
export function expectedOf(generation: number, { auth, isCanary }: Caller): Expected[] {
  const isStaff = auth.scopes.includes('staff');
  const seen = NAMES.filter((name) => kindOf(name) !== 'staff' || isStaff);
  const version = isCanary ? canaryOf(generation) : VERSIONS[1];
  return [
    ...(isRed({ auth }) ? [{ name: 'desk_note', description: describe('note', generation), version: '1.0.0' }] : []),
    ...seen.map((name) => ({ name, description: describe(name, generation), version: undefined })),
    ...(generation % 2 === 0
      ? [{ name: 'passing', description: describe('passing', generation), version: undefined }]
      : []),
    { name: 'review', description: `${version} of generation ${generation}`, version },
  ];
}

/** All names of a generation, including those that are hidden from some callers. */
export const ALL = [...NAMES, 'desk_note', 'passing', 'review'];

export const first = () => generationOf(new Registry(stable), 0);

/** The `_meta` of the expected result, if any. */
export function metaOf({ version }: Expected) {
  return version === undefined ? {} : { _meta: { [VERSION]: version } };
}

export function versionIn(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return meta?.[VERSION] as string | undefined;
}
