const dedented = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * The literal parts of a template without the indentation of the source: without the common prefix of their lines, and
 * without an empty first and last line. Interpolated values do not affect the result, and neither do escapes such as
 * `\n`. Computed once per template.
 */
export function literalsOf(strings: TemplateStringsArray): readonly string[] {
  const known = dedented.get(strings);
  if (known !== undefined) return known;
  const parts = strings.map((cooked, index) => sourceLines(cooked, strings.raw[index] ?? ''));
  const indent = indentOf(parts);
  const texts = parts.map((lines) => lines.map(({ text }, at) => (at === 0 ? text : text.slice(indent))));
  if (isLayout(parts[0]?.[0])) removeLine(texts[0], 'shift');
  if (isLayout(parts.at(-1)?.at(-1))) removeLine(texts.at(-1), 'pop');
  const literals = Object.freeze(texts.map((lines) => lines.join('\n')));
  dedented.set(strings, literals);
  return literals;
}

/** A line of the source: its text, and its source code. */
interface Line {
  readonly text: string;
  readonly source: string;
}

/** The length of the common indentation. Blank lines do not count, unless a value follows. */
function indentOf(parts: readonly (readonly Line[])[]): number {
  const indents = parts.flatMap((lines, part) => {
    const isBeforeValue = (at: number) => at === lines.length - 1 && part < parts.length - 1;
    const counting = lines.filter((line, at) => at > 0 && (!isLayout(line) || isBeforeValue(at)));
    return counting.map(({ source }) => /^[ \t]*/.exec(source)?.[0] ?? '');
  });
  return indents.length === 0 ? Infinity : indents.reduce(commonStart).length;
}

function commonStart(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(0, at);
}

/** Whether a line consists of layout only. */
function isLayout(line: Line | undefined): boolean {
  return line !== undefined && /^[ \t]*$/.test(line.source);
}

/** Drops the empty first or last line of a template, unless it is the only line of its part. */
function removeLine(lines: string[] | undefined, remove: 'shift' | 'pop'): void {
  if (lines !== undefined && lines.length > 1) lines[remove]();
}

/** The lines of a literal part in the source: a `\n` written as an escape does not end a line. */
function sourceLines(cooked: string | undefined, raw: string): Line[] {
  if (cooked === undefined) return raw.split('\n').map((line) => ({ text: line, source: line })); // An invalid escape.
  const pieces = cooked.split('\n');
  const sources = raw.replace(ESCAPE, (escape) => (escape === '\\\n' ? '\\ ' : escape)).split('\n');
  return sources.map((source) => {
    const breaks = [...source.matchAll(ESCAPE)].filter(([escape]) => escape === '\\n' || escape.length > 2);
    return { text: pieces.splice(0, breaks.length + 1).join('\n'), source };
  });
}

/** An escape sequence: line breaks in full, only the beginning of the rest. */
const ESCAPE = /\\(?:x0[aA]|u000[aA]|u\{0*[aA]\}|[^])/g;
