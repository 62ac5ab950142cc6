// A film as an SVG that GitHub shows in a page: styles alone move it, and it asks for nothing from elsewhere.

const FONT_SIZE = 14;
const COLUMN = 8.43;
const LINE = 20;
const PADDING = 18;
/** How long the last picture stays. */
const END_MS = 5_000;

const STYLE = `
svg{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
text{fill:#d8dee9;white-space:pre}.b{font-weight:700}.d{opacity:.62}.u{text-decoration:underline}.c{fill:#d8dee9;opacity:.6}
.black{fill:#1b2028}.red{fill:#ff7b85}.green{fill:#8fd694}.yellow{fill:#f2cc72}.blue{fill:#7fb2ff}
.magenta{fill:#d7a6f5}.cyan{fill:#6fd6e0}.white{fill:#f3f5f8}.grey{fill:#8a93a3}`;

/**
 * @typedef Look of the picture
 * @property {number} columns
 * @property {readonly number[]} panes how many rows each of them has
 * @property {string} title what is seen, for those who do not see it
 */

/**
 * @param {readonly import('./film.js').Frame[]} frames
 * @param {Look} look
 */
export function animatedSvg(frames, { columns, panes, title }) {
  const width = Math.ceil(columns * COLUMN + 2 * PADDING);
  const places = placesOf(panes);
  const last = places.at(-1) ?? 0;
  const height = last + LINE + PADDING - 6;
  const duration = (frames.at(-1)?.at ?? 0) + END_MS;
  const reels = places.map((y, row) => reelOf(frames, row, { y, duration }));
  const lines = bordersOf(panes, places).map((y) => `<path d="M0 ${y}H${width}" stroke="#39424f"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}`,
    `g{animation:${duration}ms step-end infinite}`,
    ...reels.map(({ style }) => style).filter((style) => style !== ''),
    // Without motion, each row shows the end.
    `@media (prefers-reduced-motion:reduce){svg g{animation:none}}`,
    '</style>',
    `<rect width="${width}" height="${height}" rx="10" fill="#1b2028"/>`,
    ...lines,
    ...reels.map(({ body }) => body).filter((body) => body !== ''),
    '</svg>\n',
  ].join('\n');
}

/**
 * Where each row is: panes stand apart.
 * @param {readonly number[]} panes
 */
function placesOf(panes) {
  return panes.flatMap((rows, pane) => {
    const before = panes.slice(0, pane).reduce((sum, each) => sum + each * LINE + 2 * PADDING - 6, PADDING);
    return Array.from({ length: rows }, (_, row) => before + row * LINE);
  });
}

/**
 * @param {readonly number[]} panes
 * @param {readonly number[]} places
 */
function bordersOf(panes, places) {
  let row = 0;
  return panes.slice(0, -1).map((rows) => {
    row += rows;
    return (places[row] ?? 0) - PADDING + 3;
  });
}

/**
 * One row of the picture: all that it ever shows, stacked, of which its window shows one after the other.
 * @param {readonly import('./film.js').Frame[]} frames
 * @param {number} row
 * @param {{ readonly y: number, readonly duration: number }} place
 */
function reelOf(frames, row, { y, duration }) {
  /** @type {Map<string, number>} */
  const pictures = new Map();
  /** @type {string[]} */
  const steps = [];
  let former = -1;
  for (const { at, rows } of frames) {
    const markup = rows[row] === undefined ? '' : markupOf(rows[row]);
    const index = pictures.get(markup) ?? pictures.size;
    pictures.set(markup, index);
    if (index !== former) steps.push(`${share(at, duration)}{translate:0 ${-index * LINE}px}`);
    former = index;
  }
  const all = [...pictures.keys()];
  if (all.every((each) => each === '')) return { style: '', body: '' };
  const isStill = all.length === 1;
  const stacked = all.map((markup, index) =>
    index === 0
      ? markup
      : markup.replaceAll(' y="15"', ` y="${15 + index * LINE}"`).replaceAll(' y="0"', ` y="${index * LINE}"`),
  );
  return {
    style: isStill
      ? ''
      : `.r${row}{animation-name:r${row};translate:0 ${-former * LINE}px}@keyframes r${row}{${steps.join('')}}`,
    body: `<svg x="${PADDING}" y="${y}" height="${LINE}" overflow="hidden"><g${isStill ? '' : ` class="r${row}"`}>${stacked.join('')}</g></svg>`,
  };
}

/**
 * @param {number} at
 * @param {number} duration
 */
function share(at, duration) {
  return `${Number(((at / duration) * 100).toFixed(2))}%`;
}

/** @param {import('./film.js').Row} row */
function markupOf({ runs, cursor }) {
  const shown = cursor === undefined ? '' : `<rect class="c" x="${x(cursor)}" y="0" width="8" height="18"/>`;
  return shown + runs.map(runMarkup).join('');
}

/** @param {import('./screen.js').Run} run */
function runMarkup({ column, width, text, colour = '', background, style }) {
  const ground =
    background === undefined
      ? ''
      : `<rect x="${x(column)}" y="0" width="${x(width)}" height="18" class="${background}"/>`;
  if (text.trim() === '') return ground;
  const classes = [colour, style].filter((each) => each !== '').join(' ');
  const named = classes === '' ? '' : ` class="${classes}"`;
  const place = column === 0 ? '' : ` x="${x(column)}"`;
  return `${ground}<text${place} y="15"${named} textLength="${x(width)}">${escaped(text)}</text>`;
}

/** @param {number} columns */
function x(columns) {
  return Number((columns * COLUMN).toFixed(1));
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
