import { join } from 'node:path';
import type { SourcePlace } from '../playground/options.js';

/**
 * Opens a place in the editor that runs on this machine, or the one that `LAUNCH_EDITOR` or `EDITOR` names.
 * @param folder that the path is relative to
 */
export async function openInEditor({ path, line = 1, column = 1 }: SourcePlace, folder: string): Promise<void> {
  const { default: launch } = (await import('launch-editor')) as unknown as { readonly default: Launch };
  const { promise, fail } = failure();
  launch(`${join(folder, path)}:${line}:${column}`, undefined, (_file, message) => fail(message));
  await promise;
}

type Launch = (place: string, editor: undefined, failed: (file: string, message: string | null) => void) => void;

/** How long an editor may take to say that it does not start. */
const FAILS_WITHIN_MS = 300;

function failure(): { readonly promise: Promise<void>; readonly fail: (message: string | null) => void } {
  let fail = (_message: string | null): void => {};
  const promise = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, FAILS_WITHIN_MS);
    fail = (message) => {
      clearTimeout(timer);
      reject(new Error(message ?? 'No editor found. Set the environment variable LAUNCH_EDITOR'));
    };
  });
  return { promise, fail };
}
