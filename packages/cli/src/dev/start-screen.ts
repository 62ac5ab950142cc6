import type { LiveProject } from '../project/live-project.js';
import { styled } from '../terminal/terminal.js';
import type { DevServer } from './dev-server.js';

/** What a person sees first. */
export async function startScreen({ config, runtime }: LiveProject, { url, page }: DevServer): Promise<string> {
  const heading = styled(['bold', 'cyan'], `${config.title ?? config.name} ${config.version}`);
  const counts = (['prompt', 'tool', 'resource'] as const)
    .map((kind) => [runtime.registry.list(kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}${count === 1 ? '' : 's'}`);
  const lines = [`${heading}  ${counts.join(', ')}`];
  if (page !== undefined) lines.push(`${styled('bold', 'Playground')}  ${page}`);
  if (url !== undefined) lines.push(`${styled('bold', 'Endpoint')}    ${url}`);
  return lines.join('\n');
}
