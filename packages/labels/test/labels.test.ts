import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileBackend, MemoryBackend } from '@cuecard/labels';
import { describeLabels } from './support/label-contract.ts';

describeLabels('memory', async () => {
  const backend = new MemoryBackend();
  return { backend: () => backend, close: async () => {} };
});

describeLabels('a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuecard-labels-'));
  const file = join(folder, 'labels.json');
  return {
    backend: () => new FileBackend(file),
    wipe: async () => rmSync(file),
    close: async () => rmSync(folder, { recursive: true }),
  };
});
