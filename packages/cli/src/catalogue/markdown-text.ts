/** Escapes text for one line of Markdown: it cannot format, link or end a table cell. */
export function inline(text: string): string {
  const escaped = onOneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]|~#!$@]/g, '\\$&')
    .replaceAll(/(https?|ftp|www)([:.])/gi, '$1&#8203;$2');
  return escaped.replace(/^([-+=])/, '\\$1').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

/** Paragraphs, divided by empty lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(inline)
    .filter((each) => each !== '');
}

/** Formats text as code on one line, including in a table cell. */
export function code(text: string): string {
  const shown = onOneLine(text).replaceAll('|', '\\|');
  const runs = [...shown.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return shown === '' ? '' : fence + pad + shown + pad + fence;
}

/** Formats text as a code block that its content cannot end. */
export function codeBlock(text: string, language = ''): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return `${fence}${language}\n${text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '')}\n${fence}`;
}

const CONTROL = /(?![\n\t])\p{Cc}/gu;

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(CONTROL, '').trim();
}
