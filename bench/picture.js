// The picture of `prompts/get` over HTTP: a bar for each server, for each number of prompts. Its colours work on light and
// dark backgrounds, and it is narrow enough for a phone.
import { GET } from './definitions/review.js';
import { format } from './figures.js';

const TITLE = `${GET} over HTTP: requests a second`;
const TEXT = '#7a808a';
const LEGEND = { 'node:http alone': '#a8adb5', Cuecard: '#1f9d63', others: '#d9822b' };
const [WIDTH, LABELS, ROW, TOP] = [600, 340, 22, 84];
/** The space to the right of the longest bar, for its figure. */
const FIGURE = 60;

const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${content}</text>`;
const rect = (x, y, width, colour) =>
  `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="14" rx="2" fill="${colour}"/>`;

export function picture(measured) {
  const tables = measured.filter(({ method }) => method === GET);
  const step = (tables[0].rows.length + 2) * ROW;
  const height = TOP + tables.length * step - ROW;
  const legend = Object.entries(LEGEND).map(
    ([label, colour], index) => rect(index * 150, 36, 14, colour) + text(index * 150 + 20, 48, label),
  );
  const panels = tables.map((table, index) => panel(table, TOP + index * step));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${TEXT}">
<title>${TITLE}</title>
${[text(0, 18, TITLE, 'font-weight="600"'), ...legend, ...panels].join('\n')}
</svg>
`;
}

function panel({ count, rows }, top) {
  const most = Math.max(...rows.map(({ perSecond }) => perSecond.median));
  const bars = rows.map((row, index) => bar(row, { most, y: top + index * ROW }));
  return [text(LABELS, top - 10, `${format(count)} prompts`, 'font-weight="600"'), ...bars].join('\n');
}

function bar({ server, dialect, perSecond: { median } }, { most, y }) {
  const width = Math.max(1, (median / most) * (WIDTH - LABELS - FIGURE));
  const kind = Object.keys(LEGEND).find((name) => server.startsWith(name)) ?? 'others';
  const label = kind === 'node:http alone' ? server : `${server} · ${dialect}`;
  return [
    text(LABELS - 12, y + 12, label.replace('in a session', 'session'), 'text-anchor="end"'),
    rect(LABELS, y, width, LEGEND[kind]),
    text((LABELS + width + 6).toFixed(1), y + 12, format(median)),
  ].join('');
}
