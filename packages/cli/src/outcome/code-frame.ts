/** A line and a column, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The number of lines before and after the marked line. */
const AROUND = 2;
/** The maximum length of a line, so that bundled and generated code fits a screen. */
const LONGEST = 100;

/** The position of an offset in UTF-16 units. */
export function positionAt(source: string, offset: number): Position {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The lines around a place, numbered, with a mark below it. */
export function codeFrame(
  source: string,
  { line, column }: { readonly line: number; readonly column?: number },
): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  const start = column !== undefined && column > LONGEST ? column - LONGEST / 2 : 0;
  const shown: string[] = [];
  for (let each = first; each <= last; each += 1) {
    const mark = each === line ? '>' : ' ';
    const text = clip(lines[each - 1]?.replaceAll('\t', ' ') ?? '', start);
    shown.push(`${mark} ${String(each).padStart(width)} | ${text}`.trimEnd());
    if (each === line && column !== undefined)
      shown.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1 - start)}^`);
  }
  return shown.join('\n');
}

/** A part of a line, with `…` for omitted text. */
function clip(text: string, start: number): string {
  const part = text.slice(start, start + LONGEST);
  const head = start > 0 && part !== '' ? `…${part.slice(1)}` : part;
  return text.length > start + LONGEST ? `${head.slice(0, -1)}…` : head;
}
