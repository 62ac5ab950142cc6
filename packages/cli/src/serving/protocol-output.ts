import { Writable } from 'node:stream';

/**
 * Takes stdout for the protocol alone: whatever else the process writes there goes to stderr from now on, such as what
 * a prompt prints with `console.log`.
 */
export function protocolOutput({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, written) => void write(chunk, encoding, (error) => written(error)),
  });
}
