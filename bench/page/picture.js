// A picture of a method over HTTP: a bar for everybody, for each number of prompts. Its colours can be read on a
// light ground and on a dark one, and it is narrow, so that it can be read on a phone.
import { METHODS } from '../definitions/methods.js';
import { told } from '../figures.js';
import { nameOf } from './names.js';

const TEXT = '#7a808a';
const COLOURS = {
  limit: '#a8adb5',
  'limit by turns': '#a8adb5',
  cuecard: '#1f9d63',
  peer: '#d9822b',
  'peer with sessions': '#d9822b',
};
const LEGEND = { limit: 'node:http alone', cuecard: 'Cuecard', peer: 'others' };

const [WIDTH, LABELS, ROW, TOP] = [600, 340, 22, 84];
/** What is left to the right of the longest bar, for its figure. */
const FIGURE = 60;

const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${content}</text>`;
const rect = (x, y, width, kind) =>
  `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="14" rx="2" fill="${COLOURS[kind]}"/>`;

/** The picture of a method, of its tables: nothing for lists, which come in parts. */
export function pictureOf(method, measured) {
  const tables = measured.filter((each) => each.method === method);
  if (METHODS[method].isList || tables.length === 0) return undefined;
  const title = `${method} over HTTP: requests a second`;
  return { title, file: `${method.replace('/', '-')}.svg`, tables, drawn: () => drawn(title, tables) };
}

function drawn(title, tables) {
  const step = (tables[0].rows.length + 2) * ROW;
  const height = TOP + tables.length * step - ROW;
  const legend = Object.entries(LEGEND).map(
    ([kind, label], index) => rect(index * 150, 36, 14, kind) + text(index * 150 + 20, 48, label),
  );
  const panels = tables.map((table, index) => panel(table, TOP + index * step));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${TEXT}">
<title>${title}</title>
${[text(0, 18, title, 'font-weight="600"'), ...legend, ...panels].join('\n')}
</svg>
`;
}

function panel({ method, count, rows }, top) {
  const most = Math.max(...rows.map(({ perSecond }) => perSecond.median));
  const bars = rows.map((row, index) => bar(row, { most, y: top + index * ROW }));
  return [text(LABELS, top - 10, `${told(count)} ${METHODS[method].of}`, 'font-weight="600"'), ...bars].join('\n');
}

function bar(row, { most, y }) {
  const { median } = row.perSecond;
  const width = Math.max(1, (median / most) * (WIDTH - LABELS - FIGURE));
  const label = text(LABELS - 12, y + 12, labelOf(row), 'text-anchor="end"');
  return label + rect(LABELS, y, width, row.kind) + text((LABELS + width + 6).toFixed(1), y + 12, told(median));
}

function labelOf({ server, dialect, kind }) {
  return kind.startsWith('limit')
    ? nameOf(server)
    : `${nameOf(server)} · ${dialect.replace('2025-11-25, in a', '2025-11-25,')}`;
}
