import type { PlaygroundOptions } from '../playground/options.js';
import type { CommonOptions, Session } from '../session/session.js';
import { requestOf } from './connect.js';
import { CLIENTS } from './clients.js';
import { planFor } from './plan.js';
import { settingsText, shortPath } from './settings-print.js';

type Connections = ReturnType<NonNullable<PlaygroundOptions['connections']>>;

/** The settings that connect each client to a server at an address, for the playground. */
export async function connectionsTo(url: string, session: Session, { config }: CommonOptions): Promise<Connections> {
  const options = { http: url, ...(config !== undefined && { config }) };
  const request = { ...(await requestOf({ ...session, rest: [] }, options)), transport: undefined };
  return CLIENTS.map((client) => planFor(client, request)).map((plan) => ({
    client: `${plan.client.title}: ${shortPath(plan.file, { folder: session.folder, home: request.computer.home })}`,
    text: settingsText(plan),
  }));
}
