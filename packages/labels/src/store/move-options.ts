import { randomUUID } from 'node:crypto';
import { isLabel, isVersion, type KindName } from '@cuecard/core';
import { KINDS, type LabelAddress } from '../record/label-record.js';
import type { LabelWrite } from '../record/label-write.js';
import { LabelError } from './label-error.js';

/** Whose label it is. */
export interface KindOption {
  /** @default 'prompt' */
  readonly kind?: KindName;
}

/** Who changes a label, and why. Both are kept in its history. */
export interface Author {
  /** Up to 200 characters. */
  readonly by: string;
  /**
   * Up to 1,000 characters. Protected labels need it.
   * @default none
   */
  readonly why?: string;
  /**
   * What makes a repeated attempt the same move, such as after an attempt without an answer. Up to 100 characters.
   * @default a new one
   */
  readonly operation?: string;
}

export interface RemoveOptions extends Author, KindOption {
  /**
   * Where the label has to be, as `name@version`; `null` if the store must not know it. Protected labels need it.
   * @default anywhere: the history says that the move was forced
   */
  readonly expect?: string | null;
}

/** Whether a label may go where some instances cannot follow. */
export interface ForceOption {
  /**
   * Moves it although some instances do not have the version, where it waits for it.
   * @default false
   */
  readonly force?: boolean;
}

export interface MoveOptions extends RemoveOptions, ForceOption {
  /**
   * The share of callers that `byPercentage` gives it to, from 0 to 100; `null` for none.
   * @default as before
   */
  readonly percent?: number | null;
}

/** A move, without what the instance knows when it is made. */
export type WantedMove = Omit<LabelWrite, 'known'>;

/** The move that is wanted. @throws {LabelError} `invalid`, with what is wrong */
export function writeOf(label: string, to: string, options: MoveOptions): WantedMove {
  const { percent, force = false, kind = 'prompt' } = options;
  const { name, version } = addressed(to);
  refuseUnless(isShare(percent), `${percent} is not a percentage: use 0 to 100`);
  return { ...write({ kind, name, label }, options), version, percent, force };
}

/** The removal that is wanted. @throws {LabelError} `invalid`, with what is wrong */
export function removalOf(address: LabelAddress, options: RemoveOptions): WantedMove {
  return { ...write(address, options), version: null, percent: null, force: true };
}

type Common = Omit<WantedMove, 'version' | 'percent' | 'force'>;

function write(address: LabelAddress, options: RemoveOptions): Common {
  const { by, why = null, operation = randomUUID(), expect } = options;
  const { kind, label, name } = address;
  refuseUnless(KINDS.has(kind), `"${kind}" is no kind: use prompt, tool or resource`);
  refuseUnless(isLabel(label), `The label "${label}" is invalid: use letters, digits, "_" and "-", no digit first`);
  refuseUnless(isText(by, 200), 'Say who moves the label, in up to 200 characters: { by }');
  refuseUnless(why === null || isText(why, 1_000), 'The reason has 1 to 1,000 characters: { why }');
  refuseUnless(isText(operation, 100), 'The operation has 1 to 100 characters: { operation }');
  const place = typeof expect === 'string' ? addressed(expect) : undefined;
  refuseUnless(place === undefined || place.name === name, `What is expected is a version of "${name}": { expect }`);
  return {
    ...address,
    by,
    why,
    operation,
    expect: place === undefined ? (expect as null | undefined) : place.version,
  };
}

function addressed(to: string): { readonly name: string; readonly version: string } {
  const at = String(to).indexOf('@');
  const [name, version] = [to.slice(0, Math.max(at, 0)), to.slice(at + 1)];
  refuseUnless(
    at > 0 && !/\s/.test(name) && isVersion(version),
    `"${to}" is no version: use name@version, such as review@2.1.0`,
  );
  return { name, version };
}

function isShare(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'number' && given >= 0 && given <= 100);
}

/** Half a character, as where a text was cut, cannot be stored. */
function isText(given: unknown, longest: number): boolean {
  return typeof given === 'string' && given.trim() !== '' && given.length <= longest && !/\p{Surrogate}/u.test(given);
}

function refuseUnless(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new LabelError('invalid', message);
}
