import type { OptionsOf } from '../commands.js';
import { Problem, usage, ExitCode } from '../outcome/problem.js';
import { CLIENT_IDS, CLIENTS, type SettingsClient } from './clients.js';
import type { ConnectRequest, Plan } from './plan.js';

type ConnectOptions = OptionsOf<'connect'>;

/** @throws {Problem} */
export function checkOptions(options: ConnectOptions, command: readonly string[], id?: string): void {
  const { name } = options;
  checkCommand(options, command);
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw usage('name-refused', 'Some clients reject this name', 'Use up to 64 letters, digits, "_" and "-"');
  checkAddress(options);
  checkOrder(options, id);
}

function checkCommand({ name, stdio }: ConnectOptions, command: readonly string[]): void {
  if (command.length === 0) return;
  if (stdio !== true)
    throw usage('options-contradict', 'The words after -- start a server', 'Write --stdio before them');
  if (name === undefined)
    throw usage('arguments-missing', 'The server of a command needs a name', 'Pass it with --name');
}

function checkOrder({ write, remove, dryRun }: ConnectOptions, id: string | undefined): void {
  const actions = [write && '--write', remove && '--remove', dryRun && '--dry-run'].filter(Boolean).join(' and ');
  if (actions === '') return;
  if (write === true && remove === true)
    throw usage('options-contradict', '--write and --remove exclude each other', 'Pass one of them');
  if (id === undefined)
    throw usage('client-missing', `${actions} needs a client`, `Name one: ${CLIENT_IDS.join(', ')}`);
}

function checkAddress({ http, stdio }: ConnectOptions): void {
  if (http !== undefined && stdio === true)
    throw usage('options-contradict', '--http and --stdio exclude each other', 'Pass one of them');
  if (http !== undefined && !(URL.canParse(http) && /^https?:/i.test(http)))
    throw usage('url-refused', '--http takes the URL of an endpoint', 'Write it out: http://localhost:3917/mcp');
}

/** @throws {Problem} */
export function needClient(id: string): SettingsClient {
  const found = CLIENTS.find((client) => client.id === id);
  if (found !== undefined) return found;
  throw usage('client-unknown', `There is no client "${id}"`, `Name one of these: ${CLIENT_IDS.join(', ')}`);
}

/** @throws {Problem} `config-missing` for a project that a client could not start */
export function checkStartable({ client, address }: Plan, { project, command }: ConnectRequest): void {
  if (address.transport === 'http' || project.config !== undefined || command.length > 0) return;
  throw new Problem({
    code: 'config-missing',
    summary: `${client.title} would start a project that has no cuecard.config.ts`,
    fix: 'Change to the folder of the project, or name its config with --config',
    exitCode: ExitCode.project,
  });
}
