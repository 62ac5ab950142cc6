// A soak: half of the load that Cuecard takes, with everything provoked that clients may do wrong, for so many
// minutes. Makes SOAK.md, and exits with 1 where something is not as it must be.
import { circumstances } from '../circumstances.js';
import { keepPage } from './page.js';
import { run } from './run.js';
import { verdict } from './verdict.js';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new RangeError(`A soak takes a number of minutes, such as 10, not ${process.argv[2]}`);

const where = circumstances();
const done = await run(minutes * 60_000);
const checks = verdict(done);
console.log(`${Math.round(done.perSecond)} good requests a second of ${Math.round(done.capacity.perSecond)}`);
for (const { what, isSo, found } of checks) console.log(`  ${isSo ? 'yes' : 'NO '} ${what}: ${found}`);
for (const { name, came, unexpected } of [...done.good, ...done.provoked])
  if (unexpected > 0) console.log(`      ${name}: ${JSON.stringify(came)}`);
if (done.written !== '') console.log(done.written.slice(0, 2_000));
keepPage({ run: { ...where, minutes }, soak: { ...done, checks } });
if (checks.some(({ isSo }) => !isSo)) process.exitCode = 1;
