// What the page says of everything but requests over HTTP.
import { spread, table, told } from '../figures.js';
import { NAMES } from './names.js';

export function overStdio({ tables }) {
  return `## Over stdio

The same, 16 requests in flight at any time.

${tables.map((each) => METHODS[each.method](each)).join('\n\n')}`;
}

const METHODS = { 'prompts/get': gets, 'prompts/list': lists };

function gets({ count, rows }) {
  return table(
    [`\`prompts/get\`, ${told(count)} prompts`, 'requests a second', 'CPU µs a request'],
    rows.map(({ server, perSecond, cpu }) => [NAMES[server], spread(perSecond), spread(cpu)]),
  );
}

function lists({ count, rows }) {
  return table(
    [`\`prompts/list\`, ${told(count)} prompts`, 'whole lists a second', 'answers a list', 'KB', 'CPU µs a list'],
    rows.map(({ server, perSecond, answers, bytes, cpu }) => [
      NAMES[server],
      spread(perSecond),
      told(answers),
      told(bytes / 1_000, 1),
      spread(cpu),
    ]),
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
      NAMES[server],
      ...megabytes(rest),
      told(answers),
      ...megabytes(after),
    ]),
  );
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

export function contexts({ count, rows }) {
  return `## In a context

Mounted in \`node:http\`, with ${told(count)} prompts, without and with an \`AsyncLocalStorage\` in which each request runs, as it does
behind request tracing or request-scoped injection. CPU µs a request, of \`prompts/get\`. Node 20 itself takes time for
contexts, as \`node:http\` alone shows.

${table(
  ['', 'asked in', 'without', 'in a context', 'more'],
  rows.map(({ server, dialect, without, within }) => [
    NAMES[server],
    server === 'limit' ? '' : dialect,
    spread(without, 1),
    spread(within, 1),
    told(within.median - without.median, 1),
  ]),
)}`;
}
