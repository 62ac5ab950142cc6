import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nearest } from '@cuecard/core';
import type { Outcome } from '../outcome/envelope.js';
import { usage } from '../outcome/problem.js';
import { ownFolder } from '../project/project-folder.js';
import type { CommonOptions, Run } from '../session/session.js';
import { styled } from '../terminal/terminal.js';

/** A section of the documentation, which the build puts next to the bundle. */
interface Explanation {
  /** The id of an error, which is the heading. */
  readonly id: string;
  /** The file of the page, without `.md`. */
  readonly name: string;
  /** The title of the page. */
  readonly page: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** `cuecard explain` */
export const runExplain: Run<CommonOptions> = async ({ terminal }, _options, id?: string): Promise<Outcome> => {
  const all = await explanations();
  if (id === undefined)
    return {
      data: { explanations: all.map(summaryOf) },
      text: listText(all, terminal.isSeen ? terminal.width : Infinity),
    };
  const heading = id.replace(/^usage-.*/, 'usage'); // The errors of the parser share a section.
  const found = all.filter((explanation) => explanation.id === heading);
  if (found.length === 0) throw unknownId(id, all);
  return { data: { explanations: found }, text: found.map(explanationText).join('\n\n') };
};

async function explanations(): Promise<readonly Explanation[]> {
  return JSON.parse(await readFile(join(ownFolder(), 'dist', 'explanations.json'), 'utf8'));
}

function summaryOf({ id, name, page, title }: Explanation): Omit<Explanation, 'text'> {
  return { id, name, page, title };
}

function listText(all: readonly Explanation[], width: number): string {
  const column = Math.max(...all.map(({ id }) => id.length)) + 2;
  const pages = [...new Set(all.map(({ page }) => page))].map((page) => {
    const lines = all
      .filter((explanation) => explanation.page === page)
      .map(({ id, title }) => {
        const line = `${id.padEnd(column)}${title}`;
        return line.length > width ? `${line.slice(0, width - 1)}…` : line;
      });
    return [styled('bold', page), ...lines].join('\n');
  });
  return pages.join('\n\n');
}

/** Formats Markdown for a terminal: code is indented, and links are their text. */
function explanationText({ id, page, text }: Explanation): string {
  const parts = text.split(/^```\w*\n([^]*?)^```$/m).map((part, index) => {
    const isCode = index % 2 === 1;
    return isCode ? part.replaceAll(/^(?=.)/gm, '    ').trimEnd() : part.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  });
  return `${styled('bold', id)} ${styled('dim', page)}\n\n${parts.join('')}`;
}

function unknownId(id: string, all: readonly Explanation[]) {
  const closest = nearest(
    id,
    all.map((explanation) => explanation.id),
  );
  const fix = closest === undefined ? 'Run cuecard explain to list all ids' : `Did you mean ${closest}?`;
  return usage('id-unknown', `Unknown error id "${id}"`, fix);
}
