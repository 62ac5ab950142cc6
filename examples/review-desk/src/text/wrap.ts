/** Breaks lines at spaces so that none is longer than `columns`, words that are longer aside. */
export function wrap(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const current = lines.at(-1) ?? '';
    if (current === '') lines[lines.length - 1] = word;
    else if (current.length + 1 + word.length <= columns) lines[lines.length - 1] = `${current} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
