import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { animatedSvg } from './animated-svg.js';
import { film } from './film.js';
import { Pane } from './pane.js';
import { SCENES } from './scenes.js';
import { Stage } from './stage.js';

// Records the main commands, as they really run, for the pages of docs. A name after the command records that scene only.

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const COLUMNS = 104;
const MOST_BYTES = 60_000;

await mkdir(FOLDER, { recursive: true });
const [, , wanted = ''] = process.argv;
for (const scene of SCENES.filter(({ name }) => name.includes(wanted))) await record(scene);

/** @param {import('./scenes.js').Scene} scene */
async function record({ name, title, panes: rows, play }) {
  const stage = new Stage();
  const panes = rows.map((each) => new Pane({ columns: COLUMNS, rows: each, folder: stage.project, env: stage.env }));
  try {
    await sleep(500); // Until the shells have started.
    const frames = await film(panes, async () => {
      await sleep(600);
      const [upper, lower = upper] = panes;
      if (upper !== undefined && lower !== undefined) await play(upper, lower);
      await sleep(200);
    });
    const svg = animatedSvg(frames, { columns: COLUMNS, panes: rows, title });
    await writeFile(join(FOLDER, `recording-${name}.svg`), svg);
    console.log(`recording-${name}.svg: ${frames.length} frames, ${(svg.length / 1_000).toFixed(1)} kB`);
    if (svg.length > MOST_BYTES) throw new Error(`recording-${name}.svg is too large`);
  } finally {
    for (const pane of panes) pane.close();
    stage.close();
  }
}
