import type { Change, Comparison, Level } from '@cuecard/testing/contract';
import { styled } from '../terminal/terminal.js';

const COLOURS = { error: 'red', major: 'red', minor: 'yellow', patch: 'green', warning: 'magenta' } as const;

/** A comparison for a terminal: the changes, then the verdict. */
export function comparisonText({ from, to, changes, needed, isFit }: Comparison): string {
  return [...changes.map(lineOf), ...(changes.length > 0 ? [''] : []), verdict()].join('\n');

  function verdict(): string {
    if (needed.level === 'none' && isFit) return `Nothing has changed that asks for a version after ${from.version}.`;
    const asks = `${to.name} ${from.version} → ${to.version}: the changes are ${needed.level}`;
    return isFit ? `${asks}, and the version fits.` : `${asks}, and need ${needed.version}.`;
  }
}

function lineOf({ level, rule, kind, name, argument, reason, where }: Change): string {
  const what = kind === undefined ? '' : `${[`${kind} ${name}`, argument].filter(Boolean).join(', ')}: `;
  const place = where === undefined ? '' : `\n        ${styled('cyan', `${where.path}:${where.line}`)}`;
  return `${labelOf(level)} ${what}${reason} ${styled('dim', `[${rule}]`)}${place}`;
}

function labelOf(level: Level): string {
  return styled(COLOURS[level], level.padEnd(7));
}
