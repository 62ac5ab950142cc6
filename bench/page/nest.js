// What the page says of Nest.
import { spread, table, told } from '../figures.js';

export function nest({ count, groups, startUp }) {
  return `## In NestJS

Cuecard's classes as providers of a Nest application, beside \`@rekog/mcp-nest\`, with ${told(count)} definitions, without
enhancers and with a guard and an interceptor of Nest on each class. The last column says how many times the rate of
\`@rekog/mcp-nest\` it is, then by the CPU.

${groups.map(compared).join('\n\n')}

From the start of the process to the first answer: an application that has only a route, and one in which
${told(startUp.providers)} prompts are providers.

${table(
  ['ms', 'Express', 'Fastify'],
  [...new Set(startUp.rows.map(({ name }) => name))].map((name) => [name, ...startsOf(startUp.rows, name)]),
)}`;
}

function compared({ platform, isEnhanced, tables }) {
  const title = `${platform}${isEnhanced ? ', with a guard and an interceptor' : ''}`;
  return tables.map(({ method, rows }) => tableOf(`\`${method}\`, ${title}`, rows)).join('\n\n');
}

function tableOf(title, rows) {
  const [peer] = rows;
  const cells = (row) => [row.name, spread(row.perSecond), spread(row.cpu), times(row, peer)];
  return table([title, 'requests a second', 'CPU µs a request', 'times'], rows.map(cells));
}

const times = (row, peer) =>
  `${told(row.perSecond.median / peer.perSecond.median, 1)} / ${told(peer.cpu.median / row.cpu.median, 1)}`;

function startsOf(rows, name) {
  return ['Express', 'Fastify'].map((platform) => {
    const found = rows.find((row) => row.name === name && row.platform === platform);
    return spread(found.milliseconds);
  });
}
