// A picture of `prompts/get` over HTTP: a bar for everybody, for each number of prompts. Its colours can be read on a
// light ground and on a dark one.
import { told } from '../figures.js';
import { NAMES } from './names.js';

const TEXT = '#7a808a';
const COLOURS = {
  limit: '#a8adb5',
  'limit by turns': '#a8adb5',
  lane: '#1f9d63',
  'no lane': '#7fb8e0',
  peer: '#d9822b',
  'peer with sessions': '#d9822b',
};
const LEGEND = { limit: 'node:http alone', lane: 'Cuecard', 'no lane': 'Cuecard, lane off', peer: 'others' };

const [WIDTH, LABELS, PANEL, ROW, TOP] = [1_000, 370, 305, 22, 64];
/** What is left to the right of the longest bar, for its figure. */
const FIGURE = 60;

const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${content}</text>`;
const rect = (x, y, width, kind) =>
  `<rect x="${x}" y="${y}" width="${Math.max(1, width).toFixed(1)}" height="14" rx="2" fill="${COLOURS[kind]}"/>`;

export function picture(tables) {
  const rows = tables[0].rows;
  const height = TOP + rows.length * ROW + 12;
  const labels = rows.map((row, index) => text(LABELS - 12, TOP + index * ROW + 12, labelOf(row), 'text-anchor="end"'));
  const legend = Object.entries(LEGEND).map(
    ([kind, label], index) => rect(LABELS + index * 160, 10, 14, kind) + text(LABELS + index * 160 + 20, 22, label),
  );
  const panels = tables.map((table, index) => panel(table, LABELS + index * (PANEL + 10)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${TEXT}">
<title>prompts/get over HTTP: requests a second</title>
${[text(0, 22, 'Requests a second', 'font-weight="600"'), ...legend, ...labels, ...panels].join('\n')}
</svg>
`;
}

function panel({ count, rows }, x) {
  const most = Math.max(...rows.map(({ perSecond }) => perSecond.median));
  const bars = rows.map(({ kind, perSecond: { median } }, index) => {
    const width = (median / most) * (PANEL - FIGURE);
    const y = TOP + index * ROW;
    return rect(x, y, width, kind) + text((x + Math.max(1, width) + 6).toFixed(1), y + 12, told(median));
  });
  return [text(x, TOP - 12, `${told(count)} prompts`, 'font-weight="600"'), ...bars].join('\n');
}

function labelOf({ server, dialect, kind }) {
  return kind.startsWith('limit')
    ? NAMES[server]
    : `${NAMES[server]} · ${dialect.replace('2025-11-25, in a', '2025-11-25,')}`;
}
