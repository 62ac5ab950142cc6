import { Problem } from './problem.js';
import { systemReason } from './system-code.js';

/**
 * Reads or writes a file or a folder.
 * @param shown what users call it
 * @throws {Problem} `file-inaccessible` where the system refuses it
 */
export async function accessing<Result>(shown: string, access: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await access();
  } catch (cause) {
    const reason = systemReason(cause);
    if (reason === undefined) throw cause;
    throw new Problem({
      code: 'file-inaccessible',
      summary: `${shown} cannot be read or written (${reason})`,
      fix: 'See what is there, who owns it, and what its folder permits',
      cause,
    });
  }
}
