import { Writable } from 'node:stream';

/** The only stream that writes to stdout. The protocol uses it. */
export interface GuardedStdout {
  readonly stdout: Writable;
  /** Restores stdout. */
  release(): void;
}

/** Redirects other output of the process, such as `console.log`, from stdout to stderr. */
export function guardStdout(): GuardedStdout {
  const { stdout, stderr } = process;
  const { write } = stdout;
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => void write.call(stdout, chunk, encoding, done),
    writev: (chunks, done) => {
      stdout.cork();
      for (const { chunk, encoding } of chunks.slice(0, -1)) write.call(stdout, chunk as string, encoding);
      const last = chunks.at(-1);
      write.call(stdout, last?.chunk as string, last?.encoding, done);
      stdout.uncork();
    },
  });
  const fail = (error: Error) => protocol.destroy(error);
  stdout.on('error', fail);
  stdout.write = stderr.write.bind(stderr);
  return {
    stdout: protocol,
    release: () => {
      stdout.write = write;
      stdout.off('error', fail);
    },
  };
}
