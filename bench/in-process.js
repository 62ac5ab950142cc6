// What Cuecard costs in process, side by side with both SDKs' McpServer: the same prompts with the same arguments and the
// same rules, among 10, 1,000 and 10,000 of them. It writes RESULTS.md.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { CONTENDERS } from './contenders.js';
import { IMPLEMENTATIONS } from './implementations.js';
import { costs, figure, startUps } from './rounds.js';

const COUNTS = [10, 1_000, 10_000];
const ROUNDS = 15;
const STARTS = 5;

function table(head, rows) {
  const counts = COUNTS.map((count) => `${count.toLocaleString('en')} prompts`);
  const lines = [[head, ...counts], ['---', ...counts.map(() => '---')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The rows, each with a cell for each count, of what is found for all rows at one count after the other. */
async function rowsOf(names, cellsAt) {
  const rows = names.map((name) => [name]);
  for (const count of COUNTS) for (const [index, cell] of (await cellsAt(count)).entries()) rows[index].push(cell);
  return rows;
}

async function requests(method) {
  const names = Object.keys(CONTENDERS[method]);
  const rows = await rowsOf(names, async (count) =>
    (await costs(method, names, { count, rounds: ROUNDS })).map((times) => figure(times)),
  );
  return table(`µs a \`${method}\`: median (least–most) of ${ROUNDS} rounds`, rows);
}

const STEPS = {
  'declare the prompts, ms': ({ declaring }) => declaring,
  'start, ms': ({ starting }) => starting,
  'first `prompts/list`, ms': ({ listing }) => listing,
  'memory, KB a prompt': ({ bytes }) => bytes / 1_000,
};

async function startingUp() {
  const names = Object.keys(IMPLEMENTATIONS);
  const rows = await rowsOf(
    names.flatMap((name) => Object.keys(STEPS).map((step) => `${name}: ${step}`)),
    async (count) => {
      const started = await startUps(names, { count, rounds: STARTS });
      return started.flatMap((starts) => Object.values(STEPS).map((step) => figure(starts.map(step), 1)));
    },
  );
  return table(`Start-up: median (least–most) of ${STARTS} processes`, rows);
}

const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
const report = `# Results

\`npx -y pnpm@10 bench\` makes this page anew. All in one run, on ${machine}.

## One request in process

Bind, validate and render a prompt with three arguments (a required string, an optional one of three, an integer from 1
to 50).

${await requests('prompts/get')}

## A catalogue

The same prompts, as many as the column says. To declare them is to make the classes and run their decorators, or to make
the schemas. To start is to make of that a runtime or a server that has answered its first \`prompts/get\`. The memory is
what both hold on the heap after a garbage collection; with ten prompts that is mostly something else.

${await startingUp()}

Cuecard tells a page of 100 prompts; an \`McpServer\` knows no pages and tells all.

${await requests('prompts/list')}

${await requests('completion/complete')}
`;
writeFileSync(new URL('RESULTS.md', import.meta.url), report);
console.log(report);
