// What a terminal shows, as texts with their looks.

/**
 * @typedef Look
 * @property {string | undefined} colour its name
 * @property {string | undefined} background
 * @property {string} style of b for bold, d for dim, u for underlined
 */

/** @typedef {Look & { column: number, width: number, text: string }} Run some characters of one look */

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/**
 * The runs of each row, without blanks at the ends.
 * @param {import('@xterm/headless').Terminal} terminal
 * @returns {Run[][]}
 */
export function rowsOf({ buffer: { active }, rows, cols }) {
  return Array.from({ length: rows }, (_, y) => {
    const line = active.getLine(active.viewportY + y);
    return line === undefined ? [] : runsOf(line, cols);
  });
}

/**
 * @param {import('@xterm/headless').IBufferLine} line
 * @param {number} columns
 */
function runsOf(line, columns) {
  /** @type {Run[]} */
  const runs = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const [text, look] = [cell.getChars() || ' ', lookOf(cell)];
    const last = runs.at(-1);
    if (last !== undefined && isAlike(last, look)) {
      last.text += text;
      last.width += cell.getWidth();
    } else runs.push({ column, width: cell.getWidth(), text, ...look });
  }
  return runs.map(trimmed).filter(({ text, background }) => text !== '' || background !== undefined);
}

/** @param {Run} run */
function trimmed(run) {
  if (run.background !== undefined) return run;
  const start = run.text.length - run.text.trimStart().length;
  const text = run.text.trim();
  return { ...run, text, column: run.column + start, width: run.width - (run.text.length - text.length) };
}

/**
 * @param {Look} one
 * @param {Look} other
 */
function isAlike(one, other) {
  return one.colour === other.colour && one.background === other.background && one.style === other.style;
}

/**
 * @param {import('@xterm/headless').IBufferCell} cell
 * @returns {Look}
 */
function lookOf(cell) {
  const front = cell.isFgDefault() ? undefined : colourOf(cell.getFgColor());
  const back = cell.isBgDefault() ? undefined : colourOf(cell.getBgColor());
  const [colour, background] = cell.isInverse() ? [back ?? 'black', front ?? 'white'] : [front, back];
  const styles = [cell.isBold() ? 'b' : '', cell.isDim() ? 'd' : '', cell.isUnderline() ? 'u' : ''];
  return { colour, background, style: styles.filter((each) => each !== '').join(' ') };
}

/** @param {number} value */
function colourOf(value) {
  return value === 8 ? 'grey' : (COLOURS[value % 8] ?? 'white'); // Our commands use these sixteen alone.
}
