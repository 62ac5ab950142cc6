import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { playgroundToken } from '../build/dev/playground-token.js';

let root: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cuecard-token-'));
  file = join(root, 'node_modules/.cache/cuecard/playground-token');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('playgroundToken', () => {
  test('keeps the token in a file that only its user can read', async () => {
    const token = await playgroundToken(root);
    expect([token, await playgroundToken(root)]).toEqual([expect.stringMatching(/^[\w-]{43}$/), token]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  test.each<[string, (token: string) => void]>([
    ['it was deleted', () => rmSync(file)],
    ['it is invalid', () => writeFileSync(file, 'guess')],
    ['it has a line after it', (token) => writeFileSync(file, `${token}\n`)],
    ['other users may read it, as after a checkout', () => chmodSync(file, 0o644)],
    [
      'its file is a link',
      (token) => {
        rmSync(file);
        writeFileSync(join(root, 'other'), token, { mode: 0o600 });
        symlinkSync(join(root, 'other'), file);
      },
    ],
  ])('replaces the token if %s', async (_condition, change) => {
    const token = await playgroundToken(root);
    change(token);
    const next = await playgroundToken(root);
    expect([next === token, await playgroundToken(root)]).toEqual([false, next]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  test('returns a new token each time if it cannot be kept', async () => {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/.cache'), 'a file in the way');
    const token = await playgroundToken(root);
    expect([token, await playgroundToken(root)]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.not.stringMatching(token),
    ]);
  });
});
