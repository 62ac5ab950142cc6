import type { PlaygroundOptions } from '../playground/options.js';
import { findProject, nameOfProject } from '../project/project-folder.js';
import type { CommonOptions, Session } from '../session/session.js';
import { CLIENTS, thisComputer } from './clients.js';
import { planFor } from './plan.js';
import { inspectorText, settingsText, shortPath } from './settings-print.js';

const WIDTH = 80;

type Connections = ReturnType<NonNullable<PlaygroundOptions['connections']>>;

/** What connects each client to a server at an address, as the playground shows it. */
export async function connectionsTo(
  url: string,
  { folder, terminal }: Session,
  { config }: CommonOptions,
): Promise<Connections> {
  const project = await findProject(folder, config);
  const computer = thisComputer(terminal.streams.env);
  const wish = {
    name: nameOfProject(project),
    project,
    computer,
    transport: undefined,
    url,
    command: [],
    folder,
    scope: undefined,
  };
  const plans = await Promise.all(CLIENTS.map((client) => planFor(client, wish)));
  const settings = plans.map((plan) => ({
    client: `${plan.client.title}: ${shortPath(plan.file, { folder, home: computer.home })}`,
    text: settingsText(plan, WIDTH),
  }));
  const inspector = inspectorText({ transport: 'http', url }).replaceAll(/^ {2}/gm, '');
  return [...settings, { client: 'MCP inspector', text: inspector }];
}
