import { readFile } from 'node:fs/promises';
import { CAPABILITIES, type Capability } from './capabilities.js';
import type { Entry } from './roster/entry.js';
import type { Trial } from './trial.js';

const HEADINGS: Readonly<Record<Capability, string>> = {
  list: 'list',
  get: 'get',
  content: 'content of every kind',
  refusal: 'wrong arguments',
  completion: 'completion',
  question: 'question',
  change: 'change',
  tools: 'tools',
  resources: 'resources',
  bare: 'no tools',
};
// The keys of an object are of its own type.
const COLUMNS = Object.keys(CAPABILITIES) as Capability[];

/** The table of clients and what each makes of a desk, and below it the reasons, in Markdown. */
export async function tableOf(roster: readonly Entry[], trials: readonly Trial[]): Promise<string> {
  const head = ['client', 'over', 'revisions', ...COLUMNS.map((column) => HEADINGS[column])];
  const rows = await Promise.all(roster.map((entry) => rowOf(entry, trials)));
  const reasons = await Promise.all(roster.map(reasonsOf));
  return `${aligned([head, ...rows])}\n\n${reasons.flat().join('\n')}`;
}

async function rowOf(entry: Entry, trials: readonly Trial[]): Promise<string[]> {
  const own = trials.filter((trial) => trial.entry === entry);
  const revisions = [...new Set(own.map(({ revision }) => revision))].toSorted().join(', ');
  const cells = COLUMNS.map((column) => verdictOf(entry, column));
  return [await nameOf(entry), entry.ways.join(', '), revisions, ...cells];
}

function verdictOf({ lacks, differs }: Entry, capability: Capability): string {
  if (lacks[capability] !== undefined) return 'not offered';
  return differs[capability]?.verdict ?? 'yes';
}

/** Why it is not "yes", with the columns of the same reason together. */
async function reasonsOf(entry: Entry): Promise<string[]> {
  const name = await nameOf(entry);
  const because = (column: Capability) => entry.lacks[column] ?? entry.differs[column]?.because;
  const reasons = new Set(COLUMNS.map(because).filter((reason) => reason !== undefined));
  return [...reasons].map((reason) => {
    const columns = COLUMNS.filter((column) => because(column) === reason).map((column) => HEADINGS[column]);
    return `- ${name}, ${columns.join(', ')}: ${reason}.`;
  });
}

async function nameOf({ title, mode, installed }: Entry): Promise<string> {
  const manifest = new URL(`../../node_modules/${installed}/package.json`, import.meta.url);
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'));
  return mode === undefined ? `${title} ${version}` : `${title} ${version}, ${mode}`;
}

/** As the formatter aligns it. */
function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [lines[0], line(widths.map((width) => '-'.repeat(width))), ...lines.slice(1)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
