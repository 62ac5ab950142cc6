// Has textlint read the comments of TypeScript, a line at a time. Everything else becomes blanks first, so that every position
// stays right.

/** A comment in lines of its own, and the marks that make it one. */
const COMMENT = /^[ \t]*(?:\/\*\*[^]*?\*\/|\/\/.*)/gm;
const MARKS = /^[ \t]*(?:\/\*\*|\*\/|\*|\/\/)|\*\/$/gm;
/** What is code in a comment. */
const CODE = /`[^`]*`|@example[^]*?(?=@|$)|\{@link [^}]*\}|https?:\S+/g;
/** Words between blanks, of which code leaves two or more. */
const WORDS = /\S+(?: \S+)*/g;

/** @param {string} text */
const blank = (text) => text.replace(/[^\n]/g, ' ');

/** @param {string} source */
function commentsIn(source) {
  let [read, from] = ['', 0];
  for (const { 0: comment, index } of source.matchAll(COMMENT)) {
    read += blank(source.slice(from, index)) + comment.replace(MARKS, blank).replace(CODE, blank);
    from = index + comment.length;
  }
  return read + blank(source.slice(from));
}

/**
 * A node of textlint's tree.
 * @param {string} type
 * @param {{ raw: string, start: number, line: number, column: number }} place
 * @param {object} members
 */
function node(type, { raw, start, line, column }, members) {
  const loc = { start: { line, column }, end: { line, column: column + raw.length } };
  return { type, raw, range: [start, start + raw.length], loc, ...members };
}

/** @param {string} source */
function parse(source) {
  let start = 0;
  const paragraphs = commentsIn(source)
    .split('\n')
    .flatMap((text, index) => {
      const at = start;
      start += text.length + 1;
      return [...text.matchAll(WORDS)].map(({ 0: raw, index: column }) => {
        const place = { raw, start: at + column, line: index + 1, column };
        return node('Paragraph', place, { children: [node('Str', place, { value: raw })] });
      });
    });
  const document = node('Document', { raw: source, start: 0, line: 1, column: 0 }, { children: paragraphs });
  const lines = source.split('\n');
  document.loc.end = { line: lines.length, column: lines.at(-1)?.length ?? 0 };
  return document;
}

export const comments = {
  Processor: class {
    availableExtensions() {
      return ['.ts'];
    }

    processor() {
      return {
        preProcess: parse,
        /**
         * @param {object[]} messages
         * @param {string} [filePath]
         */
        postProcess: (messages, filePath) => ({ messages, filePath: filePath ?? '<source>' }),
      };
    }
  },
};
