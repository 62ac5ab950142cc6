import { type SimpleGitOptions, simpleGit } from 'simple-git';

/** What git said, up to a limit. */
export interface GitOutput {
  readonly text: string;
  /** Whether there was more; then `text` ends with the last whole line. */
  readonly isCut: boolean;
}

export interface GitCommandOptions {
  readonly folder: string;
  /** Ends git when it aborts. */
  readonly signal: AbortSignal;
  /** @default 200000 */
  readonly maxBytes?: number;
}

/**
 * Runs one git command and reads no more of its output than `maxBytes`.
 * @throws what git says on stderr when it fails
 */
export async function runGit(args: readonly string[], options: GitCommandOptions): Promise<GitOutput> {
  const { folder, signal, maxBytes = 200_000 } = options;
  const full = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  const git = simpleGit(configuration(folder, AbortSignal.any([signal, full.signal])));
  git.outputHandler((_command, stdout) => {
    stdout.on('data', (chunk: Buffer) => {
      if (size <= maxBytes) chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) full.abort();
    });
  });
  try {
    await git.raw([...args]);
  } catch (error) {
    signal.throwIfAborted();
    if (size <= maxBytes) throw error;
  }
  return excerpt(Buffer.concat(chunks), maxBytes);
}

function configuration(baseDir: string, abort: AbortSignal): Partial<SimpleGitOptions> {
  return {
    baseDir,
    abort,
    // Names of files as they are, not as octal escapes; and no file system monitor, which is a program to start.
    config: ['core.quotePath=false', 'core.fsmonitor=false'],
    unsafe: { allowUnsafeFsMonitor: true }, // simple-git takes no setting of it, not even this one, without being told.
    // By default output that arrives later than 50 ms after git's exit would be lost.
    completion: { onClose: true, onExit: false },
  };
}

function excerpt(bytes: Buffer, maxBytes: number): GitOutput {
  if (bytes.length <= maxBytes) return { text: bytes.toString(), isCut: false };
  const end = bytes.lastIndexOf('\n', maxBytes - 1) + 1;
  return { text: bytes.toString('utf8', 0, end > 0 ? end : maxBytes), isCut: true };
}
