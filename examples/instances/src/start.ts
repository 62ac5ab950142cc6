import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Listener } from './listener.js';
import { missingPrograms, Processes } from './processes.js';

// Two services with three instances each. Every ten seconds the flag changes, and a client of each service shows its version.
const missing = missingPrograms();
if (missing.length > 0) throw new Error(`Install ${missing.join(' and ')} first`);
const processes = await Processes.start();
const [front = '', back = ''] = processes.services;
console.log(`front ${front}\nback  ${back}\nflags ${processes.flags}\n`);
const listeners = [await new Listener().connect(front), await new Listener().connect(back)];
let isOver = false;
process.once('SIGINT', () => (isOver = true));
for (let variant = 'warm'; !isOver; variant = variant === 'warm' ? 'short' : 'warm') {
  const flags = await readFile(processes.flags, 'utf8');
  await writeFile(processes.flags, flags.replace(/"defaultVariant": "\w+"/, `"defaultVariant": "${variant}"`));
  for (let left = 100; left > 0 && !isOver; left -= 1) await sleep(100);
  const shown = listeners.map(({ seen }) => `“${seen.at(-1)}”`);
  console.log(`The flag is ${variant}. The clients show ${shown.join(' and ')}`);
}
await Promise.all(listeners.map((listener) => listener.close()));
await processes.stop();
