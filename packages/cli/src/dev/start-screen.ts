import type { Definition } from '@cuecard/core';
import type { LiveProject } from '../project/live-project.js';
import { styled } from '../terminal/terminal.js';
import type { ProjectServer } from '../serving/project-server.js';
import { KEYS } from './keys.js';

/** The maximum number of definitions: the screen must fit into 24 lines. */
const SHOWN = 10;

interface ScreenOptions {
  /** How long the start has taken. */
  readonly ms: number;
  readonly hasKeys: boolean;
}

/** The first output of `dev`. The addresses come last, so that they stay in sight. */
export function startScreen(
  project: LiveProject,
  { url, page }: ProjectServer,
  { ms, hasKeys }: ScreenOptions,
): string {
  const { config, runtime } = project;
  const definitions = runtime.registry.list().filter(({ instance }) => instance === undefined);
  const more = definitions.length - SHOWN;
  const title = styled(['bold', 'cyan'], `${config.title ?? config.name} ${config.version}`);
  return [
    `${title}  ${styled('dim', `${counts(definitions)}, ready in ${Math.round(ms)} ms`)}`,
    '',
    ...definitions.slice(0, SHOWN).map((each) => `  ${signature(each)}`),
    ...(more > 0 ? [styled('dim', `  and ${more} more`)] : []),
    '',
    ...(page === undefined ? [] : [`${styled('bold', 'Playground')}  ${styled('cyan', page)}`]),
    ...(url === undefined ? [] : [`${styled('bold', 'Endpoint')}    ${styled('cyan', url)}`]),
    ...(url === undefined ? [] : [`${styled('bold', 'Connect')}     npx @cuecard/cli connect --http ${url}`]),
    '',
    styled('dim', '`cuecard dev` does not check types: use your editor or `tsc --noEmit`.'),
    ...(hasKeys ? [styled('dim', KEYS.map(([key, what]) => `${key} ${what}`).join(' · '))] : []),
  ].join('\n');
}

function counts(definitions: readonly Definition[]): string {
  const kinds = (['prompt', 'tool', 'resource'] as const).map((kind) => {
    const count = definitions.filter((each) => each.kind.name === kind).length;
    return count === 0 ? undefined : `${count} ${kind}${count === 1 ? '' : 's'}`;
  });
  return kinds.filter((each) => each !== undefined).join(', ');
}

function signature({ name, arguments: plan }: Definition): string {
  const args = plan.arguments.map((each) => (each.isRequired ? each.name : `[${each.name}]`));
  return [name, ...args].join(' ');
}
