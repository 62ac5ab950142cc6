import { type HostOptions, isLoopback } from '../edge/hosts.js';

export interface AddressOptions extends Pick<HostOptions, 'allowedHosts'> {
  /** @default 3917; 0 takes any free port */
  readonly port?: number;
  /**
   * The address to listen on. One that other machines can reach needs `allowedHosts`.
   * @default '127.0.0.1'
   */
  readonly host?: string;
}

/** Where to listen. */
export type Address = Required<Pick<AddressOptions, 'port' | 'host'>>;

/**
 * Not every application is type-checked. Node treats a text as the path of a pipe, and a missing host as all addresses.
 * @throws {RangeError} if the port is not a whole number from 0 to 65535
 * @throws {TypeError} if the host is not a string or is empty, or if other machines can reach it and `allowedHosts` is
 * empty
 */
export function addressIn({ port = 3917, host = '127.0.0.1', allowedHosts = [] }: AddressOptions): Address {
  if (!isPort(port)) {
    throw new RangeError(
      `port is ${shown(port)}: use a whole number from 0 to 65535, such as Number(process.env.PORT)`,
    );
  }
  if (!isName(host)) {
    throw new TypeError(`host is ${shown(host)}: use an address or a name of this machine, such as '127.0.0.1'`);
  }
  if (isLoopback(host) || allowedHosts.length > 0) return { port, host };
  throw new TypeError(
    `Listening on ${host} makes the server reachable from other machines: list in allowedHosts the host names that they may use`,
  );
}

/** The error of `node:net`, or a more helpful one. */
export function toListenError(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  if (error.code !== 'EADDRINUSE') return error;
  const message = `Port ${port} on ${host} is in use: choose another port, or 0 for any free one`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}

function isPort(port: unknown): boolean {
  return Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535;
}

function isName(host: unknown): boolean {
  return typeof host === 'string' && host.trim() !== '';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
