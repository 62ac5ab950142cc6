// What the page says of requests over HTTP.
import { spread, table, told } from '../figures.js';
import { columnsOf, titleOf } from './columns.js';
import { nameOf } from './names.js';
import { pictureOf } from './picture.js';

const DIFFERENCES = `What is not the same, and in whose favour:

- Cuecard checks \`Host\` and \`Origin\` of every request, and bounds what it reads, what it renders and for how long. The
  others do here what they do by themselves: none checks \`Host\` or \`Origin\`.
- Both \`McpServer\`s validate and convert with zod, whose schemas are made once, outside the server that is made for each
  request. They run in \`node:http\`, without Express. Up to 2025-11-25 the v2 SDK's \`createMcpHandler\` answers with an event
  stream, which cannot be turned off.
- \`@rekog/mcp-nest\` and \`fastmcp\` validate the arguments of tools with zod. Those of prompts they hand on as they come,
  so their prompts validate them with zod themselves. So do the resources of everybody but Cuecard: nobody else takes a
  schema for the variables of a template.
- \`McpServer\`, \`@rekog/mcp-nest\` and \`fastmcp\` try one template after the other. The ten that are asked for come first.
- \`fastmcp\` waits for a millisecond after each call of a tool, and adds a name to the contents of a resource.
- \`McpServer\`, \`@rekog/mcp-nest\` and \`fastmcp\` know no pages; Cuecard tells 100 prompts at a time, as the limit does here.
  Its entries are longer: they say what each argument may be, and hold the whole JSON Schema.`;

export function overHttp({ tables, loads }) {
  return `## Over HTTP

Each client has 32 connections and sends the next request on a connection when the answer to the last one has arrived.
All servers have the same definitions and send the same text. The client checks the status and the length of every answer,
and before the run that every server refuses arguments that break a rule. A server has only prompts, only tools or only
resources, because some set up everything they have for each request. “In a session” means one session for each connection.
A number is the median of all rounds, with the least and the most after it. “CPU” is the processor time of the server's
process, which says more than the rate when the machine is busy. All connections are open and warm before a round starts.
Ratios are those of the rate, then those of the CPU.

${tables.map((each) => `${pictureBefore(each, tables)}### ${titleOf(each)}\n\n${compared(each)}`).join('\n\n')}

The limit is a server that answers each request as soon as it is there. Cuecard answers together what has come in one
turn of the event loop, which wakes the client less often; \`node:http\` alone does more so, too. With one connection there
is nothing to answer together.

${DIFFERENCES}

${loads === undefined ? '' : underLoad(loads)}`;
}

const underLoad = (loads) => `### The load

The load is our own: requests made beforehand, written to raw sockets. autocannon, with as many connections, takes more
of a processor for a request, about as much as the fastest server here, and so hides some of what is between them.
With ten prompts, by turns:

${table(
  ['Under load', 'by', 'requests a second', 'CPU µs a request, of the load itself'],
  loads.map(({ server, load, perSecond, cpu }) => [nameOf(server), load, spread(perSecond), spread(cpu)]),
)}`;

/** The picture of a method stands before its first table. */
function pictureBefore({ method, count }, tables) {
  const picture = pictureOf(method, tables);
  if (picture === undefined || picture.tables[0].count !== count) return '';
  return `![${picture.title}](${picture.file})\n\n`;
}

const isLimit = ({ kind }) => kind === 'limit';
const isPeer = ({ kind }) => kind === 'peer';

/** Ratios of the others to one of them, by rate and by CPU. */
function ratio({ perSecond, cpu }, to) {
  if (!Number.isFinite(to.cpu)) return ''; // Nobody of them has been asked.
  return `${told(perSecond.median / to.perSecond, 2)} / ${told(to.cpu / cpu.median, 2)}`;
}

function best(rows) {
  const rates = rows.map(({ perSecond }) => perSecond.median);
  const costs = rows.map(({ cpu }) => cpu.median);
  return { perSecond: Math.max(...rates), cpu: Math.min(...costs) };
}

function compared({ method, rows }) {
  const { rate, more, moreOf, cost } = columnsOf(method);
  const [limit, peer] = [best(rows.filter(isLimit)), best(rows.filter(isPeer))];
  const cells = (row) => [
    nameOf(row.server),
    row.kind.startsWith('limit') ? '' : row.dialect,
    spread(row.perSecond),
    ...moreOf(row),
    ratio(row, limit),
    ratio(row, peer),
    spread(row.cpu),
  ];
  return table(['', 'asked in', rate, ...more, ...RATIOS, cost], rows.map(cells));
}

const RATIOS = ['share of the limit', 'times the best stateless peer'];
