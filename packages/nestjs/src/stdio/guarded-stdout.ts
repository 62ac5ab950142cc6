import { Writable } from 'node:stream';

/** The way to stdout for the protocol alone. */
export interface GuardedStdout {
  readonly stdout: Writable;
  release(): void;
}

/** Sends what anybody writes to stdout to stderr, except through the stream that is returned. */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  const { write } = stdout;
  const passing = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => void write.call(stdout, chunk, encoding, done),
  });
  const fail = (error: Error) => passing.destroy(error);
  stdout.on('error', fail);
  stdout.write = stderr.write.bind(stderr);
  return {
    stdout: passing,
    release: () => {
      stdout.write = write;
      stdout.off('error', fail);
    },
  };
}
