// RESULTS.md and its picture, from the latest results of each part.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { METHODS } from './definitions/review.js';
import { format, spread, table } from './figures.js';
import { picture } from './picture.js';

const fileOf = (path) => new URL(path, import.meta.url);
const resultsOf = (part) => fileOf(`results/${part}.json`);

export function keep(part, results) {
  mkdirSync(fileOf('results'), { recursive: true });
  writeFileSync(resultsOf(part), `${JSON.stringify(results, undefined, 1)}\n`);
}

export function writePage() {
  const parts = Object.keys(SECTIONS).filter((part) => existsSync(resultsOf(part)));
  const kept = parts.map((part) => [part, JSON.parse(readFileSync(resultsOf(part), 'utf8'))]);
  writeFileSync(fileOf('RESULTS.md'), pageOf(kept));
  const http = kept.find(([part]) => part === 'http');
  if (http !== undefined) writeFileSync(fileOf('prompts-get.svg'), picture(http[1].found.tables));
}

function pageOf(kept) {
  const unique = (of) => [...new Set(kept.map(([, { run }]) => of(run)))].join('; ');
  const sections = kept.map(([part, { found, run }]) => `${SECTIONS[part](found)}\n\n${footing(run)}`);
  return `# Results

\`npx -y pnpm@10 bench\` writes this page; with the name of a part (${Object.keys(SECTIONS).join(', ')}) it
measures only that part. [Performance](../docs/performance.md) explains the figures.

On ${unique(({ machine }) => machine)}. SDK v1 is \`@modelcontextprotocol/sdk\`, SDK v2 \`@modelcontextprotocol/server\`:
${unique(({ versions }) => versions.join(', '))}.

${sections.join('\n\n')}
`;
}

const footing = ({ at, minutes, busy }) =>
  `_Measured on ${at} UTC, in ${minutes} minutes; in the minute before, ${busy} processes wanted a processor._`;

/** The text of each part, from its results. */
export const SECTIONS = {
  http: ({ tables }) => `## Over HTTP

A number is the median of all rounds, followed by their minimum and maximum. “CPU” is the processor time of the server's
process. Ratios are those of the rate, then those of the CPU; peers with sessions do not count as the best peer.

![prompts/get over HTTP: requests a second](prompts-get.svg)

${tables.map((each) => `### ${titleOf(each)}\n\n${compared(each)}`).join('\n\n')}

The limit is a server that sends each response as soon as it has the request. Cuecard sends all responses of one turn of
the event loop together, which wakes the client less often; so does \`node:http\` alone, by turns.

Differences between the servers:

- Cuecard checks \`Host\` and \`Origin\` of every request, and limits what it reads, what it renders and for how long. The
  others have their defaults: none checks \`Host\` or \`Origin\`.
- Both \`McpServer\`s validate and convert with zod. Their schemas are created once, outside the server that is created for
  each request. They run in \`node:http\`, without Express. Up to 2025-11-25 the v2 SDK's \`createMcpHandler\` sends an event
  stream, which has no option to turn it off.
- \`@rekog/mcp-nest\` and \`fastmcp\` validate the arguments of tools with zod. They pass those of prompts on unchanged, so
  their prompts validate them with zod. All resources except Cuecard's do so too, because only Cuecard takes a schema for
  the variables of a template.
- \`McpServer\`, \`@rekog/mcp-nest\` and \`fastmcp\` try one template after the other. The ten requested ones come first.
- \`fastmcp\` waits for a millisecond after each call of a tool, and adds a name to the contents of a resource.
- \`McpServer\`, \`@rekog/mcp-nest\` and \`fastmcp\` have no pages; Cuecard lists 100 prompts at a time, as the limit does here.
  Its entries are longer: they describe each argument, and contain the whole JSON Schema.`,

  stdio: ({ tables }) => `## Over stdio

The same, with 16 requests in flight.

${tables.map((each) => `### ${titleOf(each)}, over stdio\n\n${compared(each)}`).join('\n\n')}`,

  'start-up': ({ starts }) => `## From the start of a process to its first response

To a \`prompts/get\`, with ten prompts; over stdio after the handshake. With a warm disk cache.

${started(starts)}`,

  memory: ({ count, rows }) => `## Memory

In MB, with ${format(count)} prompts, after a garbage collection: at rest, and after a number of \`prompts/get\`. «rss» is the
memory that the process has from the system, which Node returns late; «heap» is the part that it uses. Servers that would
take hours for a million requests over HTTP have a time limit instead.

${table(
  ['', 'over', 'at rest: rss', 'heap', 'requests', 'after them: rss', 'heap'],
  rows.map(({ server, transport, rest, answers, after }) => [
    server,
    transport,
    ...megabytes(rest),
    format(answers),
    ...megabytes(after),
  ]),
)}`,

  nest: ({ tables, providers, starts }) => `## In NestJS

Cuecard's classes as providers of a Nest application, and \`@rekog/mcp-nest\`, without enhancers and with a guard and an
interceptor of Nest on each class.

${tables.map((each) => `### ${titleOf(each)}, in Nest\n\n${compared(each)}`).join('\n\n')}

The time from the start of the process to the first response: an application that has only a route, and one in which
${format(providers)} prompts are providers.

${started(starts)}`,

  'in-process': ({ counts, requests, startUp }) => {
    const columns = counts.map((count) => format(count));
    const rowsOf = (rows, digits) =>
      rows.map(({ name, figures }) => [name, ...figures.map((one) => spread(one, digits))]);
    const costs = Object.entries(requests).map(([method, rows]) =>
      table([`µs a \`${method}\`, among`, ...columns], rowsOf(rows, 2)),
    );
    return `## In process

Bind, validate and answer, without any transport: a prompt and a tool with three arguments (a required string, an optional
string with three values, an integer from 1 to 50), and a resource with such an integer in its URI. The column is the number
of definitions. Cuecard lists a page of 100 prompts; an \`McpServer\` has no pages and lists all.

${costs.join('\n\n')}
${startUp === undefined ? '' : `\n${STARTING}\n\n${table(['Start-up with prompts', ...columns], rowsOf(startUp, 1))}`}`;
  },

  reload: ({ count, edits, rows, heap: { before, after } }) => `## Edits under \`cuecard dev\`

From the save of a file to the notification that an official client receives over HTTP, with ${format(count)} prompts in as many
files. For 50 ms of it, changes are collected.

${table(
  ['ms, after an edit of', 'edits', 'median (least–most)', '95 % within'],
  rows.map(({ what, edits: done, milliseconds, p95 }) => [what, format(done), spread(milliseconds), format(p95)]),
)}

The heap has ${format(before, 1)} MB before, and ${format(after, 1)} MB after ${format(edits)} edits.`,
};

const STARTING = `To declare prompts means to create the classes and run their decorators, or to create the schemas. To start means to create
a runtime or a server from them that has answered its first \`prompts/get\`. The memory is what both keep on the heap after a
garbage collection; with ten prompts that is mostly something else.`;

const titleOf = ({ method, count }) => `\`${method}\`, ${format(count)} ${METHODS[method].kind}`;

const megabytes = ({ rss, heap }) => [rss, heap].map((bytes) => format(bytes / 1_000_000, 1));

function started(starts) {
  const rows = starts.map(({ server, transport, milliseconds }) => [server, transport, spread(milliseconds)]);
  return table(['', 'over', 'ms'], rows);
}

const isLimit = ({ server }) => server === 'node:http alone';
const isPeer = ({ server, dialect }) => !/^(?:Cuecard|node:http)/.test(server) && !dialect?.includes('session');

/** The rates and costs of servers; where there is a limit or a peer, with the ratios to it. */
function compared({ method, rows }) {
  const { isList } = METHODS[method];
  const [limit, peer] = [best(rows.filter(isLimit)), best(rows.filter(isPeer))];
  const unit = isList ? 'list' : 'request';
  const hasDialects = new Set(rows.map(({ dialect }) => dialect)).size > 1;
  const columns = [
    ['', ({ server }) => server],
    hasDialects && ['dialect', ({ dialect }) => dialect],
    [isList ? 'whole lists a second' : 'requests a second', ({ perSecond }) => spread(perSecond)],
    isList && ['answers a list', ({ answers }) => format(answers)],
    isList && ['KB', ({ bytes }) => format(bytes / 1_000, 1)],
    limit && ['share of the limit', (row) => ratio(row, limit)],
    peer && ['times the best peer', (row) => ratio(row, peer)],
    [`CPU µs a ${unit}`, ({ cpu }) => spread(cpu)],
  ].filter(Boolean);
  const head = columns.map(([title]) => title);
  return table(
    head,
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

function best(rows) {
  if (rows.length === 0) return undefined;
  const rates = rows.map(({ perSecond }) => perSecond.median);
  const costs = rows.map(({ cpu }) => cpu.median);
  return { perSecond: Math.max(...rates), cpu: Math.min(...costs) };
}

/** Ratios by rate and by CPU. */
function ratio({ perSecond, cpu }, to) {
  return `${format(perSecond.median / to.perSecond, 2)} / ${format(to.cpu / cpu.median, 2)}`;
}
