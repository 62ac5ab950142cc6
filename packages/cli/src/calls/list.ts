import type { KindName } from '@cuecard/core';
import type { Contract } from '@cuecard/testing/contract';
import type { OptionsOf } from '../commands.js';
import { contractsOf, type Peer } from '../peer/peer.js';
import type { Run } from '../session/session.js';
import { plainLine } from '../terminal/plain.js';
import { styled } from '../terminal/terminal.js';
import { withPeer } from './calls.js';
import { mentions } from './choice.js';

const KINDS: readonly KindName[] = ['prompt', 'tool', 'resource'];
/** The column at which descriptions start, unless a signature is longer. */
const COLUMN = 36;
/** The number of resources, which may be thousands of files, that a terminal shows among the other kinds. */
const SHOWN = 20;

/** The shown definitions of a kind. */
interface Group {
  readonly kind: KindName;
  readonly contracts: readonly Contract[];
  readonly hasMore: boolean;
}

export const runList: Run<OptionsOf<'list'>> = (session, options, words: readonly string[]) =>
  withPeer(session, options, 'list', async (peer) => {
    const { terminal } = session;
    const isWhole = !terminal.isSeen || options.json === true || options.kind !== undefined;
    const kinds = options.kind === undefined ? KINDS : [options.kind];
    const groups = await terminal.during('Listing…', () =>
      Promise.all(
        kinds.map((kind) => groupOf(peer, { kind, words, limit: kind === 'resource' && !isWhole ? SHOWN : Infinity })),
      ),
    );
    const shown = groups.filter(({ contracts }) => contracts.length > 0);
    const text = shown.map((group) => groupText(group, terminal.isSeen ? terminal.width : Infinity)).join('\n\n');
    const data = groups.flatMap(({ contracts }) => contracts);
    return { data, text: text === '' ? 'No matches.' : text };
  });

interface Filter {
  readonly kind: KindName;
  readonly words: readonly string[];
  readonly limit: number;
}

/** Requests no more pages than the limit needs. */
async function groupOf(peer: Peer, { kind, words, limit }: Filter): Promise<Group> {
  const contracts: Contract[] = [];
  for await (const contract of contractsOf(peer, kind)) {
    if (!words.every((word) => mentions(contract, word))) continue;
    if (contracts.length === limit) return { kind, contracts, hasMore: true };
    contracts.push(contract);
  }
  return { kind, contracts, hasMore: false };
}

function groupText({ kind, contracts, hasMore }: Group, width: number): string {
  const more = styled('dim', '  and more: add --kind resource or a search word');
  const lines = contracts.map((contract) => lineOf(contract, width));
  return [styled('bold', `${kind}s`), ...lines, ...(hasMore ? [more] : [])].join('\n');
}

function lineOf(
  { name, arguments: schema, uriTemplate, uri = uriTemplate, description = '' }: Contract,
  width: number,
) {
  const head = plainLine(uri ?? signature(name, schema));
  const left = width - Math.max(head.length + 2, COLUMN) - 2;
  const line = plainLine(left === Infinity ? description : (description.split('\n', 1)[0] ?? ''));
  const shown = line.length > left ? `${line.slice(0, Math.max(0, left - 1))}…` : line;
  return `  ${head.padEnd(COLUMN - 2)}${left < 12 || shown === '' ? '' : `  ${styled('dim', shown)}`}`.trimEnd();
}

/** Formats the name and the arguments: `review_code(code, [language])`. */
function signature(name: string, { properties = {}, required = [] }: NonNullable<Contract['arguments']> = {}): string {
  const args = Object.keys(properties).map((each) => (required.includes(each) ? each : `[${each}]`));
  return `${name}(${args.join(', ')})`;
}
