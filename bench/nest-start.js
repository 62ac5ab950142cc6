// Compares the start of a Nest application with 300 prompts to that of one with the same classes as providers, a
// ValidationPipe and no Cuecard: `node bench/nest-start.js [ROUNDS]`. Both take turns, each in a process of its own, and
// processor time counts, because other processes slow a machine down.
import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { ValidationPipe } from '@nestjs/common';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { create, listen } from './servers/nest.js';

const COUNT = 300;
const SELF = fileURLToPath(import.meta.url);
const APPLICATIONS = { nest: startNest, cuecard: startCuecard };

const RULES = {
  code: [IsString()],
  language: [IsOptional(), IsIn(['typescript', 'python', 'go'])],
  limit: [IsInt(), Min(1), Max(50)],
};
const TYPES = { code: String, language: String, limit: Number };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { application: { type: 'string' } },
});
if (values.application === undefined) await compare(Number(positionals[0] ?? 15));
else await report(APPLICATIONS[values.application]);

async function compare(rounds) {
  const ratios = [];
  const times = { nest: [], cuecard: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(times)) times[name].push(await timeOf(name));
    ratios.push(times.cuecard.at(-1) / times.nest.at(-1));
  }
  const digits = { nest: 0, cuecard: 0, ratio: 2 };
  for (const [name, figures] of Object.entries({ ...times, ratio: ratios })) {
    const sorted = figures.toSorted((one, other) => one - other);
    const [least, median, most] = [0, (rounds - 1) >> 1, rounds - 1].map((index) =>
      sorted[index].toFixed(digits[name]),
    );
    console.log(`${name}: ${median} (${least}–${most})`);
  }
}

/** Returns the milliseconds of processor time that an application takes from the start of its process. */
async function timeOf(application) {
  const { stdout } = await promisify(execFile)(process.execPath, [SELF, '--application', application]);
  return Number(stdout);
}

async function report(start) {
  await start();
  const { user, system } = process.cpuUsage();
  process.stdout.write(String((user + system) / 1000), () => process.exit());
}

async function startNest() {
  const app = await create({ providers: classes().map(([, handler]) => handler) }, 'Express');
  app.useGlobalPipes(new ValidationPipe());
  await listen(app);
}

async function startCuecard() {
  const [{ Arg, Prompt }, { CuecardModule }] = await Promise.all([import('@cuecard/core'), import('@cuecard/nestjs')]);
  const providers = classes().map(([args, handler], index) => {
    for (const property of ['code', 'language', 'limit']) Arg({ type: TYPES[property] })(args.prototype, property);
    Prompt({ name: `prompt_${index}`, args })(handler);
    return handler;
  });
  const imports = [CuecardModule.forRoot({ name: 'start', version: '1.0.0' })];
  const app = await create({ imports, providers }, 'Express');
  app.useGlobalPipes(new ValidationPipe());
  await listen(app);
}

/** Returns pairs of a class of arguments and a provider. Each has a source of its own, as the classes of an application. */
function classes() {
  return Array.from({ length: COUNT }, (_, index) => {
    const source = `class Args${index} { code; language; limit = 10; }
      class Review${index} { render({ code }) { return code; } }
      return [Args${index}, Review${index}];`;
    const [args, handler] = new Function(source)();
    for (const [property, rules] of Object.entries(RULES)) for (const rule of rules) rule(args.prototype, property);
    return [args, handler];
  });
}
