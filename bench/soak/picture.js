// The memory of the server over time. Its colours can be read on a light ground and on a dark one, and it is narrow, so
// that it can be read on a phone.
const TEXT = '#7a808a';
const COLOURS = { rss: '#a8adb5', heap: '#1f9d63' };
const LEGEND = { rss: 'the whole process', heap: 'the heap' };
const [WIDTH, HEIGHT, LEFT, TOP, PANEL, PLOT] = [600, 225, 50, 35, 540, 160];
const MEGABYTE = 1_000_000;
const STEP = 50;

const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${content}</text>`;

export function picture(samples) {
  const most = Math.max(...samples.map(({ rss }) => rss)) / MEGABYTE;
  const top = Math.ceil(most / STEP) * STEP;
  const legend = Object.entries(LEGEND).map(([name, label], index) =>
    text(LEFT + 170 + index * 160, 18, label, `fill="${COLOURS[name]}"`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="${TEXT}">
<title>Memory over time</title>
${[text(LEFT, 18, 'Memory in MB', 'font-weight="600"'), ...legend, ...plot(samples, top)].join('\n')}
</svg>
`;
}

function plot(samples, top) {
  const last = samples.at(-1).seconds;
  const toX = (seconds) => LEFT + (seconds / last) * PANEL;
  const toY = (megabytes) => TOP + PLOT * (1 - megabytes / top);
  const grid = Array.from({ length: top / STEP + 1 }, (_, index) => level(index * STEP, toY(index * STEP)));
  const lines = Object.keys(COLOURS).map((name) => {
    const points = samples.map(
      (sample) => `${toX(sample.seconds).toFixed(1)},${toY(sample[name] / MEGABYTE).toFixed(1)}`,
    );
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[name]}" stroke-width="2"/>`;
  });
  const end = text(LEFT + PANEL, TOP + PLOT + 20, `${Math.round(last)} s`, 'text-anchor="end"');
  return [...grid, ...lines, end];
}

function level(megabytes, y) {
  const line = `<line x1="${LEFT}" x2="${LEFT + PANEL}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="${TEXT}" stroke-opacity="0.25"/>`;
  return line + text(LEFT - 6, (y + 4).toFixed(1), megabytes, 'text-anchor="end"');
}
