import { parseArgs } from 'node:util';
import { ROLES } from './access/roles.js';
import { backOffice } from './services/back-office.js';
import type { Service } from './services/service.js';
import { storefront } from './services/storefront.js';

const SERVICES: readonly Service[] = [storefront, backOffice];
const NAMES = SERVICES.map(({ identity }) => identity.name).join(' or ');
const DATABASE = { database: { type: 'string', default: ':memory:' } } as const;

/** What a service is started with. */
export interface StdioCommand {
  readonly service: Service;
  readonly database: string;
  readonly person: string;
  readonly role: string;
}

export interface HttpCommand {
  readonly service: Service;
  readonly database: string;
  readonly port: number;
  /** Whose tokens are accepted; without one, those that are printed to try it. */
  readonly issuer: string | undefined;
}

/**
 * In the environment `SHOP_ROLE` says what the one user may do, by default what a clerk may, and `SHOP_PERSON` under
 * which name, by default that of the role.
 * @throws {TypeError} whose message says what is wrong
 */
export function readStdioCommand(): StdioCommand {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: DATABASE });
  const role = process.env['SHOP_ROLE'] || 'clerk';
  if (!ROLES.includes(role)) throw new TypeError(`SHOP_ROLE must be ${ROLES.join(' or ')}.`);
  const person = process.env['SHOP_PERSON'] || role;
  return { service: serviceIn(positionals), database: values.database, person, role };
}

/** @throws {TypeError} whose message says what is wrong */
export function readHttpCommand(): HttpCommand {
  const options = {
    ...DATABASE,
    port: { type: 'string', default: '3917' },
    issuer: { type: 'string' },
    try: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const { database, port, issuer } = values;
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) {
    throw new TypeError('The port must be a number from 1 to 65535: tokens are made out to it.');
  }
  if ((issuer !== undefined) === values.try) {
    throw new TypeError('Say whose tokens to accept with --issuer URL, or print some to try it with --try.');
  }
  return { service: serviceIn(positionals), database, port: Number(port), issuer };
}

/** Runs what an entry point does. What goes wrong at start is one line for the person who started it. */
export async function runCommand(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`shop: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Closes what is open, the last first, when the process is told to stop. */
export function closeOnSignals(...open: readonly { close(): unknown }[]): void {
  const stop = async () => {
    for (const each of open.toReversed()) await each.close();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

function serviceIn([name, ...others]: readonly string[]): Service {
  const service = SERVICES.find(({ identity }) => identity.name === name);
  if (service === undefined || others.length > 0) throw new TypeError(`Name one service: ${NAMES}.`);
  return service;
}
