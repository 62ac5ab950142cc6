import { parseSync, Visitor } from 'oxc-parser';

/** @typedef {{ from: number, text: string }} StringLiteral */
/** @typedef {{ from: number, text: string, isDoc: boolean, isLine: boolean }} Comment */

/**
 * Splits a source into comments, strings and code. `code` has comments, strings and regular expressions blanked, at the same
 * offsets.
 * @param {string} file
 * @param {string} source
 */
export function lex(file, source) {
  const { comments, program } = parseSync(file, source);
  /** @type {StringLiteral[]} */
  const strings = [];
  /** @type {[start: number, end: number][]} */
  const blanks = comments.map(({ start, end }) => [start, end]);
  new Visitor({
    Literal({ start, end, value, regex }) {
      if (typeof value !== 'string' && regex === undefined) return;
      blanks.push([start + 1, end - 1]);
      if (typeof value === 'string') strings.push({ from: start, text: value });
    },
    TemplateLiteral({ start, quasis }) {
      strings.push({ from: start, text: quasis.map(({ value }) => value.raw).join('${}') });
      for (const quasi of quasis) blanks.push([quasi.start, quasi.end]);
    },
  }).visit(program);
  return { comments: comments.map(toComment), strings, code: blanked(source, blanks) };
}

/** @param {{ type: string, value: string, start: number }} comment */
function toComment({ type, value, start }) {
  return { from: start, text: value, isDoc: value.startsWith('*'), isLine: type === 'Line' };
}

/**
 * @param {string} source
 * @param {readonly [start: number, end: number][]} ranges
 */
function blanked(source, ranges) {
  const code = source.split('');
  for (const [start, end] of ranges) for (let at = start; at < end; at++) if (code[at] !== '\n') code[at] = ' ';
  return code.join('');
}

/**
 * Returns a function from an offset to its line, counted from 1.
 * @param {string} source
 * @returns {(offset: number) => number}
 */
export function lineFinder(source) {
  /** @type {number[]} */
  const lines = [];
  for (let at = 0, line = 1; at <= source.length; at++) {
    lines.push(line);
    if (source[at] === '\n') line++;
  }
  return (offset) => lines[offset] ?? lines.length;
}
