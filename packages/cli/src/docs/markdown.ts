import type { PromptMessage } from '@cuecard/core';
import type { Contract, ExampleContract, Schema } from '@cuecard/testing/contract';
import { blockText } from '../calls/content-text.js';
import { code, codeBlock, inline, paragraphs } from './markdown-text.js';
import { type Row, rowsOf } from './schema-rows.js';

/** The definitions of a server or a pack, grouped by packs. */
export interface Catalogue {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description?: string | undefined;
  /** Definitions without a pack first, then the packs by name. */
  readonly groups: readonly Group[];
}

interface Group {
  /** The name of the outermost pack. */
  readonly pack?: string;
  /** By kind, then by name, the highest version first. */
  readonly contracts: readonly Contract[];
}

/** The first line of each page, which marks pages that may be removed. */
export const MARK = '<!-- Written by `cuecard docs`: change the definitions, and run it again. -->';

/** The pages of a catalogue, by their names: `index.md`, and one for each pack where there are several groups. */
export function markdownPages(catalogue: Catalogue): ReadonlyMap<string, string> {
  const { groups } = catalogue;
  const pages = new Map<string, string>();
  const inIndex = groups.length === 1 ? groups : groups.filter(({ pack }) => pack === undefined);
  const others = groups.filter((group) => !inIndex.includes(group));
  pages.set('index.md', pageOf([...headOf(catalogue), ...contents(groups, inIndex), ...inIndex.flatMap(sections)]));
  for (const group of others) {
    const title = `# ${inline(group.pack ?? '')}`;
    const back = `[${inline(catalogue.title)}](index.md)`;
    pages.set(fileOf(group), pageOf([title, back, ...contents([group], [group]), ...sections(group)]));
  }
  return pages;
}

function headOf({ title, name, version, description = '' }: Catalogue): string[] {
  return [`# ${inline(title)}`, `${code(name)} ${inline(version)}`, ...paragraphs(description)];
}

function contents(groups: readonly Group[], here: readonly Group[]): string[] {
  return groups.flatMap((group) => {
    const page = here.includes(group) ? '' : fileOf(group);
    const title = group.pack === undefined || groups.length === 1 ? [] : [`## ${inline(group.pack)}`];
    return [...title, group.contracts.map((contract) => lineOf(contract, page)).join('\n')];
  });
}

function lineOf(contract: Contract, page: string): string {
  const link = `[${code(fullName(contract))}](${page}#${encodeURIComponent(anchorOf(contract))})`;
  const [first = ''] = paragraphs(descriptionOf(contract));
  const about = contract.deprecated === undefined ? first : `deprecated. ${first}`;
  return `- ${contract.kind} ${link}${about === '' ? '' : `: ${about.trim()}`}`;
}

const HEADINGS = { prompt: 'Prompts', tool: 'Tools', resource: 'Resources' } as const;

function sections({ contracts }: Group): string[] {
  return (['prompt', 'tool', 'resource'] as const).flatMap((kind) => {
    const own = contracts.filter((each) => each.kind === kind);
    return own.length === 0 ? [] : [`## ${HEADINGS[kind]}`, ...own.flatMap(definitionMarkdown)];
  });
}

function fileOf({ pack = '' }: Group): string {
  const slug = pack.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return `pack-${slug.toLowerCase()}.md`;
}

function pageOf(blocks: readonly string[]): string {
  return `${[MARK, ...blocks].filter((block) => block !== '').join('\n\n')}\n`;
}

/** A definition as a section of a page. */
function definitionMarkdown(contract: Contract): string[] {
  const { title, deprecated, arguments: args, output, examples = [] } = contract;
  const heading = title === undefined ? code(fullName(contract)) : `${inline(title)} (${code(fullName(contract))})`;
  return [
    `<a id="${anchorOf(contract)}"></a>`,
    `### ${heading}`,
    ...(deprecated === undefined ? [] : [`**Deprecated**: ${inline(deprecated)}`]),
    ...paragraphs(descriptionOf(contract)),
    ...factsMarkdown(contract),
    ...table(contract.kind === 'resource' ? 'Variables' : 'Arguments', args, contract.completes ?? []),
    ...table('Output', output),
    ...examples.flatMap((example) => exampleMarkdown(example, contract)),
  ];
}

function factsMarkdown(contract: Contract): string[] {
  const { uri = [], uriTemplate = [], mimeType = [], labels = [], tags = [], scopes = [], requires = [] } = contract;
  const hints = Object.entries(contract.annotations ?? {}).filter(([name]) => name !== 'title'); // It is in the heading.
  const facts: readonly (readonly [label: string, values: string | readonly string[]])[] = [
    ['URI', uri],
    ['URI template', uriTemplate],
    ['MIME type', mimeType],
    ['Labels', labels],
    ['Tags', tags],
    ['Required scopes', scopes],
    ['Required services', requires],
    ['Hints', hints.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)],
  ];
  const stated = facts.filter(([, values]) => values.length > 0);
  const lines = stated.map(([label, values]) => `- ${label}: ${[values].flat().map(code).join(', ')}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function table(title: string, schema: Schema | undefined, completes?: readonly string[]): string[] {
  const rows = schema === undefined ? [] : rowsOf(schema);
  if (rows.length === 0) return [];
  const columns = columnsOf(rows, completes);
  const lines = [
    columns.map(({ name }) => name),
    columns.map(() => '---'),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return [`#### ${title}`, lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

interface Column {
  readonly name: string;
  readonly cell: (row: Row) => string;
}

function columnsOf(rows: readonly Row[], completes: readonly string[] | undefined): Column[] {
  return [
    { name: 'name', cell: ({ name }) => code(name) },
    { name: 'type', cell: ({ type }) => inline(type) },
    { name: 'required', cell: ({ isRequired }) => (isRequired ? 'yes' : 'no') },
    ...(rows.some((row) => row.default !== undefined)
      ? [{ name: 'default', cell: (row: Row) => code(row.default ?? '') }]
      : []),
    ...(rows.some(({ choices }) => choices.length > 0)
      ? [{ name: 'choices', cell: ({ choices }: Row) => choices.map(code).join(', ') }]
      : []),
    ...(completes !== undefined && completes.length > 0
      ? [{ name: 'completed', cell: ({ name }: Row) => (completes.includes(name) ? 'yes' : '') }]
      : []),
    { name: 'description', cell: ({ description }) => inline(description) },
  ];
}

function exampleMarkdown({ arguments: given, messages, error, varies }: ExampleContract, { kind }: Contract): string[] {
  const about = kind === 'prompt' && messages !== undefined ? 'Example and rendered messages' : 'Example';
  return [
    `#### ${about}`,
    codeBlock(JSON.stringify(given, undefined, 2), 'json'),
    ...(error === undefined ? [] : [`It fails with the error ${error}.`]),
    ...(varies === true ? ['It renders differently each time.'] : []),
    ...(varies === true ? [] : (messages ?? [])).flatMap((each) => [
      `**${each.role}**`,
      codeBlock(messageText(each), 'text'),
    ]),
  ];
}

/** The description without the notice that it is deprecated. */
function descriptionOf({ description = '', deprecated }: Contract): string {
  if (deprecated === undefined) return description;
  const notice = `Deprecated: ${deprecated}`;
  return description.startsWith(notice) ? description.slice(notice.length).replace(/^[.!?]?\s*/, '') : description;
}

/** The name and, if there is one, the version. */
function fullName({ name, version }: Pick<Contract, 'name' | 'version'>): string {
  return version === undefined ? name : `${name}@${version}`;
}

/** The id of a definition in a page, without markup from names of other servers. */
function anchorOf(contract: Contract): string {
  return `${contract.kind}-${fullName(contract)}`.replaceAll(/[^\p{L}\p{N}_.@-]+/gu, '-');
}

/** The maximum number of characters of a message in a page. */
const LONGEST = 4000;

function messageText({ content }: PromptMessage): string {
  const text = blockText(content, (marker) => marker);
  const rest = text.length - LONGEST;
  return rest > 0 ? `${text.slice(0, LONGEST)}\n[and ${rest} more characters]` : text;
}
