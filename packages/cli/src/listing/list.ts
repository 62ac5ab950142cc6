import type { KindName } from '@cuecard/core';
import { speaking } from '../calling/calling.js';
import { oneOfWords } from '../outcome/problem.js';
import type { Offered, PeerOptions } from '../peer/peer.js';
import type { Run } from '../session/session.js';
import { plainLine } from '../terminal/plain.js';
import { styled } from '../terminal/terminal.js';
import type { Schema } from '@cuecard/testing/contract';

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];
/** From this column on stand the descriptions, unless a signature is longer. */
const COLUMN = 36;
/** Of resources, which may be thousands of files, so many are shown among the others. */
const SHOWN = 20;

interface Layout {
  /** The number of columns. */
  readonly width: number;
  /** Whether all resources are shown. */
  readonly isAll: boolean;
}

export const runList: Run<ListOptions> = (session, options, words: readonly string[]) =>
  speaking(session, options, 'list', async (peer) => {
    const kinds = options.kind === undefined ? KINDS : [oneOfWords('--kind', options.kind, KINDS)];
    const listing = () => Promise.all(kinds.map((kind) => peer.list(kind)));
    const lists = await session.terminal.during('Listing…', listing);
    const found = lists.flat().filter((each) => words.every((word) => mentions(each, word)));
    const groups = kinds.map((kind) => found.filter((each) => each.kind === kind)).filter(({ length }) => length > 0);
    const { width } = session.terminal;
    const text = groups.map((group) => groupText(group, { width, isAll: options.kind !== undefined })).join('\n\n');
    return { data: found, text: text === '' ? 'Nothing is offered by that name.' : text };
  });

function mentions({ name, title = '', description = '', uri = '' }: Offered, word: string): boolean {
  return [name, title, description, uri].some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

function groupText(group: readonly Offered[], { width, isAll }: Layout): string {
  const kind = group[0]?.kind ?? 'prompt';
  const shown = kind === 'resource' && !isAll ? group.slice(0, SHOWN) : group;
  const more = group.length - shown.length;
  return [
    styled('bold', `${kind}s`),
    ...shown.map((each) => lineOf(each, width)),
    ...(more > 0 ? [styled('dim', `  and ${more} more: list them with --kind resource, or search`)] : []),
  ].join('\n');
}

function lineOf({ name, schema, uri, description = '' }: Offered, width: number): string {
  const head = plainLine(uri ?? signature(name, schema));
  const left = width - Math.max(head.length + 2, COLUMN) - 2;
  const first = plainLine(description.split('\n', 1)[0] ?? '');
  const told = first.length > left ? `${first.slice(0, Math.max(0, left - 1))}…` : first;
  return `  ${head.padEnd(COLUMN - 2)}${left < 12 || told === '' ? '' : `  ${styled('dim', told)}`}`.trimEnd();
}

export interface ListOptions extends PeerOptions {
  /** Lists prompts, tools or resources only. */
  readonly kind?: string;
}

/** A definition as it is called: `review_code(code, [language])`. */
function signature(name: string, { properties = {}, required = [] }: Schema): string {
  const args = Object.keys(properties).map((each) => (required.includes(each) ? each : `[${each}]`));
  return `${name}(${args.join(', ')})`;
}
