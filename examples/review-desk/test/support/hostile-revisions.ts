import { readdirSync } from 'node:fs';

/** Revisions that `isRevision` rejects. */
export const IMPOSSIBLE = [
  '-O',
  '-h',
  '--all',
  '--output=stolen',
  '--upload-pack=touch stolen',
  '--exec=touch stolen',
  '--end-of-options',
  '--git-dir=/',
  '-c core.pager=touch',
  '--',
  '-',
  'HEAD;touch stolen',
  'HEAD&&touch stolen',
  'HEAD|cat',
  '$(touch stolen)',
  '`touch stolen`',
  'HEAD\ntouch stolen',
  'HEAD\0',
  ' HEAD',
  'HEAD ',
  'HEAD main',
  '^HEAD',
  ':/feat',
  ':README.md',
  'HEAD:README.md',
  'HEAD^!',
  'x'.repeat(300),
];

/** Returns the rejection of a revision that git does not find. */
export function unknownRevision(argument: string) {
  const message = `${argument} is not a revision of this repository. Name a branch, a tag or a commit id that \`git log\` knows.`;
  return { code: -32602, message, data: { argument } };
}

export async function rejectionOf(work: Promise<unknown>) {
  const error = await work.then(
    () => new Error('It was fulfilled'),
    (reason: Error & { code?: number; data?: unknown }) => reason,
  );
  const { code, data } = error as { code?: number; data?: unknown };
  return { code, message: error.message, data };
}

export function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true }).join('\n');
}
