// What the page says of requests over HTTP.
import { spread, table, told } from '../figures.js';
import { NAMES } from './names.js';

const DIFFERENCES = `What is not the same, and in whose favour:

- Cuecard checks \`Host\` and \`Origin\` of every request, and bounds what it reads, what it renders and for how long. The
  others do here what they do by themselves: none checks \`Host\` or \`Origin\`.
- Both \`McpServer\`s validate and convert with zod, whose schemas are made once, outside the server that is made for each
  request. They run in \`node:http\`, without Express. Up to 2025-11-25 the v2 SDK's \`createMcpHandler\` answers with an event
  stream, which cannot be turned off.
- \`@rekog/mcp-nest\` and \`fastmcp\` hand the arguments on as they come, so their prompts validate them with zod themselves.
- \`McpServer\`, \`@rekog/mcp-nest\` and \`fastmcp\` know no pages; Cuecard tells 100 prompts at a time, as the limit does here.
  Its entries are longer: they say what each argument may be, and hold the whole JSON Schema.`;

const METHODS = { 'prompts/get': gets, 'prompts/list': lists };

export function overHttp({ tables, loads }) {
  return `## Over HTTP

![Requests a second](requests.svg)

A client has 32 connections, and sends the next request on each when it has the answer to the one before. Everybody has
the same prompts and tells the same text; status and length of every answer are checked. «In a session» means one session
for each connection. The median of all rounds, between the least and the most; CPU is what the process of the server has
used for it, which says more than the rate when the machine is busy. Connections are open, and have been used for a
moment, before anything is counted. A ratio is told by the rate / by the CPU.

${tables.map((each) => METHODS[each.method](each)).join('\n\n')}

The limit is a server that answers each request as soon as it is there. Cuecard answers together what has come in one
turn of the event loop, which wakes the client less often; \`node:http\` alone does more so, too. With one connection there
is nothing to answer together.

${DIFFERENCES}

### The load

The load is our own: requests made beforehand, written to raw sockets. autocannon, with as many connections, takes more
of a processor for a request, about as much as the fastest server here, and so hides some of what is between them.
With ten prompts, by turns:

${table(
  ['Under load', 'by', 'requests a second', 'CPU µs a request, of the load itself'],
  loads.map(({ server, load, perSecond, cpu }) => [NAMES[server], load, spread(perSecond), spread(cpu)]),
)}`;
}

const isLimit = ({ kind }) => kind === 'limit';
const isPeer = ({ kind }) => kind === 'peer';

/** Ratios of the others to one of them, by rate and by CPU. */
function ratio({ perSecond, cpu }, to) {
  return `${told(perSecond.median / to.perSecond, 2)} / ${told(to.cpu / cpu.median, 2)}`;
}

function best(rows) {
  const rates = rows.map(({ perSecond }) => perSecond.median);
  const costs = rows.map(({ cpu }) => cpu.median);
  return { perSecond: Math.max(...rates), cpu: Math.min(...costs) };
}

function compared(rows, more) {
  const [limit, peer] = [best(rows.filter(isLimit)), best(rows.filter(isPeer))];
  return rows.map((row) => [
    NAMES[row.server],
    row.kind.startsWith('limit') ? '' : row.dialect,
    spread(row.perSecond),
    ...more(row),
    ratio(row, limit),
    ratio(row, peer),
    spread(row.cpu),
  ]);
}

const RATIOS = ['share of the limit', 'times the best stateless peer'];

function gets({ count, rows }) {
  const head = ['', 'asked in', 'requests a second', ...RATIOS, 'CPU µs a request'];
  return `### \`prompts/get\`, ${told(count)} prompts\n\n${table(
    head,
    compared(rows, () => []),
  )}`;
}

function lists({ count, rows }) {
  const head = ['', 'asked in', 'whole lists a second', 'answers a list', 'KB', ...RATIOS, 'CPU µs a list'];
  const more = ({ answers, bytes }) => [told(answers), told(bytes / 1_000, 1)];
  return `### \`prompts/list\`, ${told(count)} prompts\n\n${table(head, compared(rows, more))}`;
}
