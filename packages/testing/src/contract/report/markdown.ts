import type { Change, Level, Line } from '../comparison/change.js';
import type { Comparison } from '../comparison/compare.js';

const HEADINGS: Readonly<Record<Level, string>> = {
  error: 'Errors',
  major: 'Major',
  minor: 'Minor',
  patch: 'Patch',
  warning: 'Warnings',
};

export interface MarkdownOptions {
  /**
   * The URL of a line, which the report links to.
   * @default no links: the report only names lines
   */
  readonly link?: (line: Line) => string | undefined;
}

/** Formats a comparison as Markdown, for a pull request. */
export function formatComparison(comparison: Comparison, options: MarkdownOptions = {}): string {
  const { from, to, changes, needed, isCompatible } = comparison;
  const levels = Object.keys(HEADINGS) as Level[];
  const sections = levels.flatMap((level) =>
    formatSection(
      HEADINGS[level],
      changes.filter((each) => each.level === level),
      options,
    ),
  );
  const verdict =
    needed.level === 'none'
      ? 'The changes require no new version.'
      : `The changes are ${needed.level}: version ${needed.version} or higher${isCompatible ? '' : ' is needed'}.`;
  return `${[`# ${escapeMarkdown(to.name)} ${from.version} → ${to.version}`, verdict, ...sections].join('\n\n')}\n`;
}

function formatSection(title: string, changes: readonly Change[], options: MarkdownOptions): string[] {
  if (changes.length === 0) return [];
  const lines = changes.map((change) => `- ${formatChange(change)}${formatLocation(change, options)}`);
  return [`## ${title}`, lines.join('\n')];
}

function formatChange({ kind, name, argument, reason }: Change): string {
  if (kind === undefined) return `${escapeMarkdown(reason)}.`;
  const subject = [name, argument].filter((part) => part !== undefined).map(formatCode);
  return `${kind} ${subject.join(', ')}: ${escapeMarkdown(reason)}.`;
}

function formatLocation({ where }: Change, { link }: MarkdownOptions): string {
  if (where === undefined) return '';
  const shown = formatCode(`${where.path}:${where.line}`);
  const url = link?.(where);
  return url === undefined ? ` (${shown})` : ` ([${shown}](${url}))`;
}

/** Escapes a string for one line, so that it contains neither HTML nor links. */
function escapeMarkdown(text: string): string {
  return onOneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`[\]]/g, '\\$&');
}

/** Formats a string as inline code. No character of the string can end the code. */
function formatCode(text: string): string {
  const shown = onOneLine(text);
  const runs = [...shown.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = /^`|`$/.test(shown) ? ' ' : '';
  return fence + pad + shown + pad + fence;
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
