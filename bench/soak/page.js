// SOAK.md: the requests that were sent, the responses, and the memory that the server held meanwhile.
import { writeFileSync } from 'node:fs';
import { table, told } from '../figures.js';
import { LIMITS } from './limits.js';
import { picture } from './picture.js';

const beside = (path) => new URL(`../${path}`, import.meta.url);

/** Writes the page, its picture and the results. */
export function keepPage({ run, soak }) {
  const kept = { ...soak, samples: soak.samples.map(rounded) };
  writeFileSync(beside('results/soak.json'), `${JSON.stringify({ run, soak: kept }, undefined, 1)}\n`);
  writeFileSync(beside('soak.svg'), picture(soak.samples));
  writeFileSync(beside('SOAK.md'), pageOf({ run, ...soak }));
}

const rounded = ({ seconds, rss, heap }) => ({ seconds: Number(seconds.toFixed(1)), rss, heap });

function pageOf({ run, capacity, perSecond, cpu, good, provoked, checks, holdings }) {
  const limits = Object.entries(LIMITS).map(([name, value]) => `\`${name}: ${value}\``);
  return `# Soak

\`npx -y pnpm@10 soak\` writes this page in ten minutes, or in as many as the number after it says. One process of
\`@cuecard/server\` gets half of the load that it would take with a processor of its own, while clients do everything wrong
that they can, over and over again. All limits are the default ones, except ${limits.join(', ')}.

${run.minutes} minutes, on ${run.machine}, on ${run.at} UTC; in the minute before, ${run.busy} processes wanted a processor.

![Memory](soak.svg)

After a garbage collection each time. What the two lines show is bounded: the heap may be larger on average in the last
third than in the second by 3 % or 1 MB, the whole process («rss») by 10 % or 20 MB.

${told(perSecond)} good requests a second, of ${told(capacity.perSecond)} that it would take; with everything else the server
used ${told(cpu * 100)} % of a processor.

${table(
  ['What must be so', 'is', 'found'],
  checks.map(({ what, isSo, found }) => [what, isSo ? 'yes' : '**no**', found]),
)}

${sent('Good requests', good)}

${sent('What was provoked', provoked)}

${held(holdings)}
`;
}

function sent(title, rows) {
  return table(
    [title, 'sent', 'came back'],
    rows.map(({ name, sent: times, came }) => [name, told(times), cameBack(came)]),
  );
}

const cameBack = (came) =>
  Object.entries(came)
    .map(([label, times]) => `${label.replaceAll(/\s+/g, ' ')} × ${told(times)}`)
    .join('; ');

function held({ before, after }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const rows = names.map((name) => [name, before[name] ?? 0, after[name] ?? 0]);
  return table(['What the process held, at rest', 'before', 'after'], rows);
}
