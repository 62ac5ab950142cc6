import type { Contract } from '@cuecard/testing/contract';
import { anchorOf, type Catalogue, fullName, type Group } from './catalogue.js';
import { descriptionOf } from './facts.js';
import { definitionMarkdown } from './markdown-definition.js';
import { code, inline, paragraphs } from './markdown-text.js';

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
