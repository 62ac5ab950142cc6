// What the page says of everything but requests over HTTP.
import { METHODS } from '../definitions/methods.js';
import { spread, table, told } from '../figures.js';
import { columnsOf, titleOf } from './columns.js';
import { nameOf } from './names.js';

export function overStdio({ tables }) {
  return `## Over stdio

The same, 16 requests in flight at any time.

${tables.map(stdioTable).join('\n\n')}`;
}

function stdioTable(measured) {
  const { rate, more, moreOf, cost } = columnsOf(measured.method);
  const cells = (row) => [nameOf(row.server), spread(row.perSecond), ...moreOf(row), spread(row.cpu)];
  return table([titleOf(measured), rate, ...more, cost], measured.rows.map(cells));
}

export function startUp({ tables }) {
  const [http, stdio] = tables.map(({ rows }) => new Map(rows.map((row) => [row.server, row.milliseconds])));
  const cell = (milliseconds) => (milliseconds === undefined ? '' : spread(milliseconds));
  return `## From the start of a process to its first answer

A \`prompts/get\`, among ten prompts; over stdio after the introduction. With a warm disk cache.

${table(
  ['ms', 'over HTTP', 'over stdio'],
  [...http.keys()].map((server) => [nameOf(server), cell(http.get(server)), cell(stdio.get(server))]),
)}`;
}

const megabytes = ({ rss, heap }) => [rss, heap].map((bytes) => told(bytes / 1_000_000, 1));

export function memory({ count, http, stdio }) {
  return `## Memory

In MB, with ${told(count)} prompts, after a garbage collection: at rest, and after so many \`prompts/get\`. «rss» is what
the process has from the system, which Node gives back late; «heap» is what it uses of it.

${held('over HTTP', http)}

Where a million requests over HTTP would take hours there are as many as there were in a time. Over stdio everybody
answers a million.

${held('over stdio', stdio)}`;
}

function held(over, rows) {
  return table(
    [over, 'at rest: rss', 'heap', 'requests', 'after them: rss', 'heap'],
    rows.map(({ server, rest, answers, after }) => [
      nameOf(server),
      ...megabytes(rest),
      told(answers),
      ...megabytes(after),
    ]),
  );
}

export function inProcess({ counts, requests, startUp: steps }) {
  const columns = counts.map((count) => told(count));
  const rows = (of, digits) => of.map(({ name, figures }) => [name, ...figures.map((each) => spread(each, digits))]);
  const costs = (methods) =>
    methods.map((method) => table([`µs a \`${method}\`, among`, ...columns], rows(requests[method], 2))).join('\n\n');
  return `## In process

Bind, validate and answer, without any transport, and over the SDKs' transport in memory: a prompt and a tool with three
arguments (a required string, an optional one of three, an integer from 1 to 50), and a resource at a URI with such an
integer. There are as many of them as the column says.

${costs(Object.keys(requests).filter(isCall))}

${steps === undefined ? '' : startUps(table(['Start-up with prompts', ...columns], rows(steps, 1)))}

Cuecard tells a page of 100 prompts; an \`McpServer\` knows no pages and tells all.

${costs(Object.keys(requests).filter((method) => !isCall(method)))}`;
}

const isCall = (method) => METHODS[method]?.isList === false;

const startUps = (
  steps,
) => `To declare prompts is to make the classes and run their decorators, or to make the schemas. To start is to make of that a
runtime or a server that has answered its first \`prompts/get\`. The memory is what both hold on the heap after a garbage
collection; with ten prompts that is mostly something else.

${steps}`;

export function contexts({ count, rows }) {
  return `## In a context

Mounted in \`node:http\`, with ${told(count)} prompts, without and with an \`AsyncLocalStorage\` in which each request runs, as it does
behind request tracing or request-scoped injection. CPU µs a request, of \`prompts/get\`. Node 20 itself takes time for
contexts, as \`node:http\` alone shows.

${table(
  ['', 'asked in', 'without', 'in a context', 'more'],
  rows.map(({ server, dialect, without, within }) => [
    nameOf(server),
    server === 'limit' ? '' : dialect,
    spread(without, 1),
    spread(within, 1),
    told(within.median - without.median, 1),
  ]),
)}`;
}

export function reload({ count, edits, rows, heap: { before, after } }) {
  return `## Edits under \`cuecard dev\`

From the save of a file to the notice that an official client hears over HTTP, with ${told(count)} prompts in as many files. For
50 ms of it, changes are collected.

${table(
  ['ms, after an edit of', 'edits', 'median (least–most)', '95 % within'],
  rows.map(({ what, edits: done, milliseconds, p95 }) => [what, told(done), spread(milliseconds), told(p95)]),
)}

On the heap are ${told(before, 1)} MB before, and ${told(after, 1)} MB after ${told(edits)} edits.`;
}
