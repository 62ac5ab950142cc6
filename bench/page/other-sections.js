// What the page says of everything but requests over HTTP.
import { spread, table, told } from '../figures.js';
import { NAMES } from './names.js';

export function overStdio({ tables }) {
  return `## Over stdio

The same \`prompts/get\`, 16 in flight at any time.

${tables.map(pipelined).join('\n\n')}`;
}

function pipelined({ count, rows }) {
  const head = [`${told(count)} prompts`, 'requests a second', 'CPU µs a request'];
  return table(
    head,
    rows.map(({ server, perSecond, cpu }) => [NAMES[server], spread(perSecond), spread(cpu)]),
  );
}

export function startUp({ tables }) {
  const [http, stdio] = tables.map(({ rows }) => new Map(rows.map((row) => [row.server, row.milliseconds])));
  const cell = (milliseconds) => (milliseconds === undefined ? '' : spread(milliseconds));
  return `## From the start of a process to its first answer

A \`prompts/get\`, among ten prompts; over stdio after the introduction. With a warm disk cache.

${table(
  ['ms', 'over HTTP', 'over stdio'],
  [...http.keys()].map((server) => [NAMES[server], cell(http.get(server)), cell(stdio.get(server))]),
)}`;
}

const megabytes = ({ rss, heap }) => [rss, heap].map((bytes) => told(bytes / 1_000_000, 1));

export function memory({ count, rows }) {
  return `## Memory

In MB, over HTTP with ${told(count)} prompts, after a garbage collection: at rest, and after so many \`prompts/get\` (as
many as there were in a time, where a million would take too long). «rss» is what the process has from the system, which
Node gives back late; «heap» is what it uses of it.

${table(
  ['', 'at rest: rss', 'heap', 'requests', 'after them: rss', 'heap'],
  rows.map(({ server, rest, answers, after }) => [
    NAMES[server],
    ...megabytes(rest),
    told(answers),
    ...megabytes(after),
  ]),
)}`;
}

export function inProcess({ counts, requests, startUp: steps }) {
  const columns = counts.map((count) => `${told(count)} prompts`);
  const rows = (of, digits) => of.map(({ name, figures }) => [name, ...figures.map((each) => spread(each, digits))]);
  const cost = (method) => table([`µs a \`${method}\``, ...columns], rows(requests[method], 2));
  return `## In process

Bind, validate and render a prompt with three arguments (a required string, an optional one of three, an integer from 1
to 50), without any transport, and over the SDKs' transport in memory.

${cost('prompts/get')}

The same prompts, as many as the column says. To declare them is to make the classes and run their decorators, or to make
the schemas. To start is to make of that a runtime or a server that has answered its first \`prompts/get\`. The memory is
what both hold on the heap after a garbage collection; with ten prompts that is mostly something else.

${table(['Start-up', ...columns], rows(steps, 1))}

Cuecard tells a page of 100 prompts; an \`McpServer\` knows no pages and tells all.

${cost('prompts/list')}

${cost('completion/complete')}`;
}
