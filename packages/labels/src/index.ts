/**
 * Says where the labels of versions point: a `LabelStore` is what `new Runtime({ labels })` takes. The packages of engines,
 * such as `@cuecard/redis`, bring a `LabelBackend` of their own.
 *
 * @packageDocumentation
 */
export { fileLabels, memoryLabels } from './label-stores.js';
export { FileBackend } from './file/file-backend.js';
export { MemoryBackend } from './memory/memory-backend.js';
export {
  keyOf,
  type LabelAddress,
  type LabelMove,
  type LabelRecord,
  type LabelState,
  recordOf,
} from './record/label-record.js';
export type { LabelOutcome, LabelRefusal, LabelWrite } from './record/label-write.js';
export { hasLost, moveOf, refusalOf } from './record/rules.js';
export type { LabelStatus } from './store/following.js';
export {
  ANNOUNCED_MS,
  KEPT_EVENTS,
  KEPT_MOVES,
  type LabelBackend,
  type LabelEvent,
  type LabelEvents,
  type LabelInstance,
  LOSS_MS,
  RESTORING_MS,
  type StoredState,
  type StoreHead,
} from './store/label-backend.js';
export { LabelError, type LabelErrorCode } from './store/label-error.js';
export { LabelStore, type LabelStoreState } from './store/label-store.js';
export type { RollbackOptions } from './store/rollback.js';
export type { Author, KindOption, MoveOptions, RemoveOptions } from './store/move-options.js';
export type { LabelStoreOptions } from './store/store-options.js';
