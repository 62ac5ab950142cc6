import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from './screen.js';

const EVERY_MS = 40;
/** Nobody wants to see for longer that nothing happens. */
const LONGEST_MS = 2_600;

/**
 * @typedef Row what is in a row of the picture
 * @property {import('./screen.js').Run[]} runs
 * @property {number} [cursor] the column
 */

/** @typedef {{ at: number, rows: readonly Row[] }} Frame */

/**
 * Films panes, one below the other, while something happens in them.
 * @param {readonly import('./pane.js').Pane[]} panes
 * @param {() => Promise<void>} scene
 * @returns {Promise<readonly Frame[]>}
 */
export async function film(panes, scene) {
  /** @type {Frame[]} */
  const frames = [];
  let isRunning = true;
  const running = scene().finally(() => (isRunning = false));
  for (let [at, last, seen] = [0, performance.now(), '']; isRunning; await sleep(EVERY_MS)) {
    const rows = panes.flatMap(picture);
    const key = JSON.stringify(rows);
    if (key === seen) continue;
    const now = performance.now();
    at += frames.length === 0 ? 0 : Math.min(now - last, LONGEST_MS);
    [last, seen] = [now, key];
    frames.push({ at: Math.round(at), rows });
  }
  await running;
  return frames;
}

/** @param {import('./pane.js').Pane} pane */
function picture({ terminal, hasCursor }) {
  const { cursorX, cursorY } = terminal.buffer.active;
  return rowsOf(terminal).map(
    (runs, y) => (/** @type {Row} */ (hasCursor && y === cursorY ? { runs, cursor: cursorX } : { runs })),
  );
}
