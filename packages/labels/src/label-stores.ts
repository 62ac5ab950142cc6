import { resolve } from 'node:path';
import { FileBackend } from './file/file-backend.js';
import { MemoryBackend } from './memory/memory-backend.js';
import { LabelStore } from './store/label-store.js';
import type { LabelStoreOptions } from './store/store-options.js';

/** Labels in the memory of this process. They are gone when it ends. */
export function memoryLabels(options?: LabelStoreOptions): LabelStore {
  return new LabelStore(new MemoryBackend(), options);
}

/**
 * Labels in a file that the processes of one host share, with their history. It is made with the first move.
 * @param file its path, from the current folder; the folder must exist
 */
export function fileLabels(file: string, options?: LabelStoreOptions): LabelStore {
  return new LabelStore(new FileBackend(resolve(file)), options);
}
