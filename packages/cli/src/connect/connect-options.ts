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
    throw usage('name-refused', 'Some clients reject this server name', 'Use at most 64 letters, digits, "_" and "-"');
  checkAddress(options);
  checkOrder(options, id);
}

function checkCommand({ name, stdio }: ConnectOptions, command: readonly string[]): void {
  if (command.length === 0) return;
  if (stdio !== true) throw usage('options-contradict', 'A command after -- needs --stdio', 'Write --stdio before --');
  if (name === undefined)
    throw usage('arguments-missing', 'A server that a command starts needs a name', 'Pass a name with --name');
}

function checkOrder({ write, remove, dryRun }: ConnectOptions, id: string | undefined): void {
  const actions = [write && '--write', remove && '--remove', dryRun && '--dry-run'].filter(Boolean).join(' and ');
  if (actions === '') return;
  if (write === true && remove === true)
    throw usage('options-contradict', '--write and --remove cannot be combined', 'Pass only one of them');
  if (id === undefined)
    throw usage(
      'client-missing',
      `No client is named for ${actions}`,
      `Name one of these clients: ${CLIENT_IDS.join(', ')}`,
    );
}

function checkAddress({ http, stdio }: ConnectOptions): void {
  if (http !== undefined && stdio === true)
    throw usage('options-contradict', '--http and --stdio cannot be combined', 'Pass only one of them');
  if (http !== undefined && !(URL.canParse(http) && /^https?:/i.test(http)))
    throw usage(
      'url-refused',
      '--http is not a valid HTTP URL',
      'Write the full URL, for example http://localhost:3917/mcp',
    );
}

/** @throws {Problem} */
export function needClient(id: string): SettingsClient {
  const found = CLIENTS.find((client) => client.id === id);
  if (found !== undefined) return found;
  throw usage('client-unknown', `Unknown client "${id}"`, `Name one of these clients: ${CLIENT_IDS.join(', ')}`);
}

/** @throws {Problem} `config-missing` for a project that a client could not start */
export function checkStartable({ client, address }: Plan, { project, command }: ConnectRequest): void {
  if (address.transport === 'http' || project.config !== undefined || command.length > 0) return;
  throw new Problem({
    code: 'config-missing',
    summary: `${client.title} cannot start this project: it has no cuecard.config.ts`,
    fix: 'Change to the folder of the project, or pass its config with --config',
    exitCode: ExitCode.project,
  });
}
