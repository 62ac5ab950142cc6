import type { LabelMove, LabelRecord } from '@cuecard/labels';
import { styled } from '../terminal/terminal.js';

/** Where labels are, one line each, below the names that they belong to. */
export function recordsText(records: readonly LabelRecord[]): string {
  const inPlace = records.filter(({ version }) => version !== null);
  if (inPlace.length === 0) return 'No label has been moved: all are where the code declares them.';
  const sorted = inPlace.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const names = [...new Set(sorted.map(nameOf))];
  return names
    .flatMap((name) => [styled('bold', name), ...rows(sorted.filter((record) => nameOf(record) === name).map(cells))])
    .join('\n');
}

export function movesText(moves: readonly LabelMove[]): string {
  if (moves.length === 0) return 'It has never been moved.';
  return rows(
    moves.map(({ from, fromPercent, ...move }) => [
      String(move.revision),
      `${placeText(from, fromPercent)} → ${placeText(move.version, move.percent)}`,
      authorText(move),
      ...(move.forced ? ['forced'] : []),
    ]),
  ).join('\n');
}

export function moveText({ label, name, from, fromPercent, version, percent, revision }: LabelMove): string {
  const [before, after] = [placeText(from, fromPercent), placeText(version, percent)];
  return `${styled('green', 'moved')} ${label} of ${name}: ${before} → ${after} (revision ${revision})`;
}

export function placeText(version: string | null, percent: number | null = null): string {
  if (version === null) return 'the code';
  return percent === null ? version : `${version} for ${percent} %`;
}

const keyOf = (record: LabelRecord) => `${nameOf(record)} ${record.label}`;

function nameOf({ kind, name }: LabelRecord): string {
  return `${kind} ${name}`;
}

function cells(record: LabelRecord): readonly string[] {
  return [record.label, placeText(record.version, record.percent), authorText(record)];
}

function authorText({ by, at, why }: Pick<LabelRecord, 'by' | 'at' | 'why'>): string {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  return why === null ? `${by}, ${when}` : `${by}, ${when}: ${why.replaceAll(/\s+/g, ' ')}`;
}

function rows(table: readonly (readonly string[])[]): readonly string[] {
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  return table.map((row) => `  ${row.map((cell, column) => cell.padEnd(width(column))).join('  ')}`.trimEnd());
}
