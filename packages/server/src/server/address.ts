import { type HostOptions, isLoopback } from '../edge/hosts.js';

export interface AddressOptions extends Pick<HostOptions, 'allowedHosts'> {
  /**
   * The port to listen on; 0 takes any free port.
   * @default 3917
   */
  readonly port?: number;
  /**
   * The address to listen on. An address that other machines can reach requires `allowedHosts`.
   * @default '127.0.0.1'
   */
  readonly host?: string;
}

/** The port and host to listen on. */
export type Address = Required<Pick<AddressOptions, 'port' | 'host'>>;

/**
 * Validates the address, because Node treats a string port as the path of a pipe, and a missing host as all addresses.
 * @throws {RangeError} if the port is not a whole number from 0 to 65535
 * @throws {TypeError} if the host is not a string or is empty, or if other machines can reach it and `allowedHosts` is
 * empty
 */
export function addressIn({ port = 3917, host = '127.0.0.1', allowedHosts = [] }: AddressOptions): Address {
  if (!isPort(port)) {
    throw new RangeError(
      `port is ${format(port)}: use a whole number from 0 to 65535, such as Number(process.env.PORT)`,
    );
  }
  if (!isName(host)) {
    throw new TypeError(`host is ${format(host)}: use an address or a name of this machine, such as '127.0.0.1'`);
  }
  if (isLoopback(host) || allowedHosts.length > 0) return { port, host };
  throw new TypeError(
    `Listening on ${host} makes the server reachable from other machines: set allowedHosts to the host names that clients use`,
  );
}

/** Adds a remedy to the error `EADDRINUSE`, and returns any other error unchanged. */
export function toListenError(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  if (error.code !== 'EADDRINUSE') return error;
  const message = `Port ${port} on ${host} is in use: choose another port, or 0 for any free port`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}

function isPort(port: unknown): boolean {
  return Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535;
}

function isName(host: unknown): boolean {
  return typeof host === 'string' && host.trim() !== '';
}

function format(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
