// What one `prompts/get` costs in process: the same prompt with the same three arguments and the same rules, in Cuecard,
// in both SDKs' McpServer and as a bare function, among 10, 1,000 and 10,000 prompts; called directly, and as a client
// reaches them, over each SDK's in-memory transport. Each has a process of its own; they take turns, and of each the
// median over all rounds is told. The same ten prompts are asked for among however many there are, each of which has an
// arguments class or a schema of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const NAMES = [
  'a bare function',
  'Cuecard',
  'McpServer of the v1 SDK',
  'McpServer of the v2 SDK',
  'Cuecard on the v1 SDK, over memory',
  'McpServer of the v1 SDK, over memory',
  'McpServer of the v2 SDK, over memory',
];
const COUNTS = [10, 1_000, 10_000];
const ROUNDS = 15;

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const figure = (values) =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;

async function start(name, count) {
  const child = fork(new URL('contender.js', import.meta.url), [name, String(count)]);
  await once(child, 'message');
  const round = async () => {
    child.send('round');
    const [microseconds] = await once(child, 'message');
    return microseconds;
  };
  return { name, child, round, times: [] };
}

const results = new Map(NAMES.map((name) => [name, []]));
for (const count of COUNTS) {
  const contenders = [];
  for (const name of NAMES) contenders.push(await start(name, count));
  for (const { round } of contenders) for (let warmUp = 0; warmUp < 3; warmUp += 1) await round();
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const { round, times } of contenders) times.push(await round());
  }
  for (const { name, child, times } of contenders) {
    results.get(name).push(figure(times));
    child.disconnect();
    child.kill();
  }
}

const table = [
  `| µs a request: median (least–most) of ${ROUNDS} rounds | ${COUNTS.map((count) => `${count.toLocaleString('en')} prompts`).join(' | ')} |`,
  `| --- | ${COUNTS.map(() => '---').join(' | ')} |`,
  ...[...results].map(([name, figures]) => `| ${name} | ${figures.join(' | ')} |`),
].join('\n');
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
const report = `# Results

\`npx -y pnpm@10 bench\` makes this page anew.

## One request in process

Bind, validate and render a prompt with three arguments (a required string, an optional one of three, an integer from 1
to 50), all in one run. ${machine}.

${table}
`;
writeFileSync(new URL('RESULTS.md', import.meta.url), report);
console.log(report);
