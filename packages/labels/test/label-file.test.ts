import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileBackend, fileLabels, type LabelError, type LabelStore } from '@cuecard/labels';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const ADA = { by: 'ada' };

describe('a file of labels', () => {
  let folder: string;
  let file: string;
  let stores: LabelStore[];
  let errors: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cuecard-label-file-'));
    file = join(folder, 'labels.json');
    [stores, errors] = [[], []];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    rmSync(folder, { recursive: true });
  });

  function storeIn(path: string): LabelStore {
    const error = (line: string, cause: unknown) => void errors.push(line, String(cause));
    const store = fileLabels(path, { logger: { error, warn: () => {} } });
    stores.push(store);
    return store;
  }

  test('is one, whatever links lead to it', async () => {
    const link = join(folder, 'link.json');
    writeFileSync(file, '');
    symlinkSync(file, link);
    const [one, other] = [storeIn(file), storeIn(link)];
    await Promise.all([one.ready(), other.ready()]);
    const names = Array.from({ length: 10 }, (_, at) => `prompt_${at}`);
    await Promise.all(names.map((name, at) => (at % 2 === 0 ? one : other).set('production', `${name}@1.0.0`, ADA)));
    const { revision } = JSON.parse(readFileSync(file, 'utf8')) as { revision: number };
    expect([revision, lstatSync(link).isSymbolicLink()]).toEqual([10, true]);
  });

  test('keeps its rights', async () => {
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    await storeIn(file).set('production', 'review@1.0.0', ADA);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('says what is wrong with it, without what it says', async () => {
    writeFileSync(file, '{"secret');
    const known = await storeIn(file)
      .ready()
      .catch(({ code }: LabelError) => code);
    expect([known, errors]).toEqual([
      'unreachable',
      [`${file} cannot be reached: labels stay as they are, and cannot be moved`, `TypeError: ${file} is not JSON`],
    ]);
  });

  test('is moved in whatever processes that have ended have left', async () => {
    mkdirSync(`${file}.instances`);
    writeFileSync(`${file}.instances/cut.json`, '');
    writeFileSync(`${file}.instances/half.json.0.tmp`, '{"id":');
    writeFileSync(`${file}.instances/over.json`, JSON.stringify({ id: 'over', serves: ['prompt review'], until: 1 }));
    const { revision } = await storeIn(file).set('production', 'review@1.0.0', ADA);
    expect([revision, readdirSync(`${file}.instances`)]).toEqual([1, ['cut.json', 'half.json.0.tmp']]);
  });

  test('is ready in time though a process has just died in a change', async () => {
    writeFileSync(`${file}.lock`, '');
    const store = storeIn(file);
    await store.ready();
    expect(store.state.status).toBe('fresh');
  }, 10_000);

  test('is changed by one after the other, also when a process has died in a change', async () => {
    const lost: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const path = join(folder, `${round}.json`);
      writeFileSync(`${path}.lock`, '');
      utimesSync(`${path}.lock`, 1, 1);
      const backends = Array.from({ length: 8 }, () => new FileBackend(path));
      await Promise.all(backends.map((backend, at) => backend.protect([`label_${at}`])));
      const { protected: kept } = JSON.parse(readFileSync(path, 'utf8')) as { protected: string[] };
      lost.push(8 - kept.length);
    }
    expect(lost).toEqual(lost.map(() => 0));
  });
});
