import type { Change, Level } from '../comparison/change.js';
import type { Comparison } from '../comparison/compare.js';

const HEADINGS: Readonly<Record<Level, string>> = {
  error: 'Errors',
  major: 'Major',
  minor: 'Minor',
  patch: 'Patch',
  warning: 'To look at',
};

/** A comparison as Markdown, for a pull request. */
export function comparisonMarkdown({ from, to, changes, needed, isFit }: Comparison): string {
  const levels = Object.keys(HEADINGS) as Level[];
  const sections = levels.flatMap((level) =>
    section(
      HEADINGS[level],
      changes.filter((each) => each.level === level),
    ),
  );
  const verdict =
    needed.level === 'none'
      ? 'No change asks for a new version.'
      : `The changes are ${needed.level}: version ${needed.version} or higher${isFit ? '' : ' is needed'}.`;
  return `${[`# ${to.name} ${from.version} → ${to.version}`, verdict, ...sections].join('\n\n')}\n`;
}

function section(title: string, changes: readonly Change[]): string[] {
  return changes.length === 0 ? [] : [`## ${title}`, changes.map((change) => `- ${lineOf(change)}`).join('\n')];
}

function lineOf({ kind, name, argument, reason }: Change): string {
  if (kind === undefined) return `${reason}.`;
  const what = argument === undefined ? '' : `, \`${argument}\``;
  return `${kind} \`${name}\`${what}: ${reason}.`;
}
