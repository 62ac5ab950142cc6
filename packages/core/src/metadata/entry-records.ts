import { OwnRecord } from './own-record.js';

/** The packs, mounts and definitions that this copy of the package made for a list of entries. */
export const ENTRY_RECORDS = new OwnRecord<true>('entry');
