// RESULTS.md and its pictures, of what the parts have found: each whenever it was run last.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { METHODS } from '../definitions/methods.js';
import { nest } from './nest.js';
import { overHttp } from './over-http.js';
import { contexts, inProcess, memory, overStdio, reload, startUp } from './other-sections.js';
import { pictureOf } from './picture.js';

/** Each tells of what a part has found. */
export const SECTIONS = {
  http: overHttp,
  contexts,
  stdio: overStdio,
  'start-up': startUp,
  memory,
  nest,
  'in-process': inProcess,
  reload,
};

const beside = (path) => new URL(`../${path}`, import.meta.url);
const resultsOf = (part) => beside(`results/${part}.json`);

export function keep(part, results) {
  mkdirSync(beside('results'), { recursive: true });
  writeFileSync(resultsOf(part), `${JSON.stringify(results, undefined, 1)}\n`);
}

export function writePage() {
  const parts = Object.keys(SECTIONS).filter((part) => existsSync(resultsOf(part)));
  const kept = new Map(parts.map((part) => [part, JSON.parse(readFileSync(resultsOf(part), 'utf8'))]));
  writeFileSync(beside('RESULTS.md'), pageOf(kept));
  const http = kept.get('http');
  if (http === undefined) return;
  for (const method of Object.keys(METHODS)) {
    const picture = pictureOf(method, http.found.tables);
    if (picture !== undefined) writeFileSync(beside(picture.file), picture.drawn());
  }
}

function pageOf(kept) {
  const runs = [...kept.values()].map(({ run }) => run);
  const unique = (of) => [...new Set(runs.map(of))].join('; ');
  const sections = [...kept].map(([part, { found, run }]) => `${SECTIONS[part](found)}\n\n${footing(run)}`);
  return `# Results

\`npx -y pnpm@10 bench\` makes this page anew; with the name of a part (${Object.keys(SECTIONS).join(', ')}) only
that part. What the figures mean: [Performance](../docs/performance.md).

On ${unique(({ machine }) => machine)}. SDK v1 is \`@modelcontextprotocol/sdk\`, SDK v2 \`@modelcontextprotocol/server\`:
${unique(({ versions }) => versions.join(', '))}.

${sections.join('\n\n')}
`;
}

const footing = ({ at, minutes, busy }) =>
  `_Measured on ${at} UTC, in ${minutes} minutes; in the minute before, ${busy} processes wanted a processor._`;
