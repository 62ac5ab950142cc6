import { readFile, writeFile } from 'node:fs/promises';
import { CAPABILITIES, type Capability } from './capabilities.js';
import { type Entry, fileOf } from './client.js';

const PAGE = new URL('../../../docs/tested-clients.md', import.meta.url);
const PART = /(?<=<!-- Written by `pnpm checks clients --update`. -->\n\n)[^]*(?=\n\n<!-- End -->)/;

/** Returns what is wrong with the part of the page that has the table. Writes it if that is asked for. */
export async function tablePageFaults(table: string, isUpdate: boolean): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  if (!PART.test(page)) return [`${PAGE.pathname} has no part for what clients do`];
  const written = page.replace(PART, () => table);
  if (isUpdate) await writeFile(PAGE, written);
  if (written === page || isUpdate) return [];
  return ['docs/tested-clients.md has another table: run `npx -y pnpm@10 checks clients --update`, and commit it'];
}

const HEADINGS: Readonly<Record<Capability, string>> = {
  list: 'list',
  get: 'get',
  content: 'content of every kind',
  refusal: 'wrong arguments',
  completion: 'completion',
  question: 'elicitation',
  change: 'change',
  tools: 'tools',
  resources: 'resources',
  bare: 'no tools',
};
// The keys of an object are of its own type.
const COLUMNS = Object.keys(CAPABILITIES) as Capability[];

/** The table of clients and what each makes of a desk, and below it the reasons, in Markdown. */
export async function tableOf(roster: readonly Entry[]): Promise<string> {
  const head = ['client', 'over', 'revisions', ...COLUMNS.map((column) => HEADINGS[column])];
  const rows = await Promise.all(roster.map(rowOf));
  const reasons = await Promise.all(roster.map(reasonsOf));
  return `${aligned([head, ...rows])}\n\n${reasons.flat().join('\n')}`;
}

async function rowOf(entry: Entry): Promise<string[]> {
  const cells = COLUMNS.map((column) => verdictOf(entry, column));
  return [await nameOf(entry), entry.ways.join(', '), entry.revision, ...cells];
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
    const columns = COLUMNS.filter((column) => because(column) === reason).map((column) => `**${HEADINGS[column]}**`);
    return `- ${name}, ${columns.join(', ')}: ${reason}.`;
  });
}

async function nameOf({ title, mode, installed }: Entry): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(fileOf(`${installed}/package.json`), 'utf8'));
  return mode === undefined ? `${title} ${version}` : `${title} ${version} (${mode})`;
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
