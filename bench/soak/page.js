// SOAK.md: the requests that were sent, their outcomes, and the memory of the server.
import { writeFileSync } from 'node:fs';
import { format, table } from '../figures.js';
import { LIMITS } from './limits.js';

const SAMPLES = 10;

export function writePage({ run, soak }) {
  const write = (path, text) => writeFileSync(new URL(`../${path}`, import.meta.url), text);
  write('results/soak.json', `${JSON.stringify({ run, soak }, undefined, 1)}\n`);
  write('SOAK.md', pageOf({ run, ...soak }));
}

function pageOf({ run, capacity, perSecond, cpu, good, provoked, samples, checks, holdings }) {
  const limits = Object.entries(LIMITS).map(([name, value]) => `\`${name}: ${value}\``);
  return `# Soak

\`npx -y pnpm@10 soak\` writes this page in ten minutes, or in as many as the number after it says. One process of
\`@cuecard/server\` gets half of the load that it could take with a processor of its own, while clients repeat every attack.
All limits are the default ones, except ${limits.join(', ')}.

${run.minutes} minutes, on ${run.machine}, on ${run.at} UTC; in the minute before, ${run.busy} processes wanted a processor.

${format(perSecond)} good requests a second, of ${format(capacity.perSecond)} that it could take; with everything else the server
used ${format(cpu * 100)} % of a processor.

${table(
  ['Check', 'passed', 'found'],
  checks.map(({ what, isSo, found }) => [what, isSo ? 'yes' : '**no**', found]),
)}

Memory after a garbage collection. The heap may be larger on average in the last third than in the second by 3 % or 1 MB, the
whole process («rss») by 10 % or 20 MB.

${memoryTable(samples)}

${outcomeTable('Good requests', good)}

${outcomeTable('Attacks', provoked)}

${holdingsTable(holdings)}
`;
}

function memoryTable(samples) {
  const step = Math.ceil(samples.length / SAMPLES);
  const shown = samples.filter((_, index) => index % step === step - 1);
  const rows = shown.map(({ seconds, rss, heap }) => [seconds, rss / 1_000_000, heap / 1_000_000]);
  return table(
    ['Seconds', 'rss, MB', 'heap, MB'],
    rows.map(([seconds, ...memory]) => [format(seconds), ...memory.map((megabytes) => format(megabytes, 1))]),
  );
}

function outcomeTable(title, rows) {
  const outcomes = (came) =>
    Object.entries(came)
      .map(([outcome, times]) => `${outcome.replaceAll(/\s+/g, ' ')} × ${format(times)}`)
      .join('; ');
  return table(
    [title, 'sent', 'outcomes'],
    rows.map(({ name, sent, came }) => [name, format(sent), outcomes(came)]),
  );
}

function holdingsTable({ before, after }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const rows = names.map((name) => [name, before[name] ?? 0, after[name] ?? 0]);
  return table(['What the process held at rest', 'before', 'after'], rows);
}
