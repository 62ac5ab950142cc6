// What must be so after a soak.
import { excess } from './excess.js';
import { FORGETFUL } from './provocations/abuses.js';
import { HOARDS } from './provocations/hoards.js';
import { FAILING } from './provocations/mistakes.js';

/** The heap may be larger in the last third than in the second by so much: what V8 compiles, and holes in it. */
const HEAP = { share: 0.03, bytes: 1_000_000 };
/** What the process has of the system goes up and down with the floods. */
const RSS = { share: 0.1, bytes: 20_000_000 };

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const unexpected = (rows) => sum(rows.map((row) => row.unexpected));
const sent = (rows) => sum(rows.map((row) => row.sent));

export function verdict(run) {
  const { capacity, good, provoked, samples, holdings, outcomes, goodbye, written } = run;
  const all = [...capacity.rows, ...good];
  const more = excess(holdings.before, holdings.after);
  const { begun, stopped } = outcomes.renders;
  const failing = sent(provoked.filter(({ name }) => name === FAILING));
  const forgetful = sent(provoked.filter(({ name }) => name === FORGETFUL));
  return [
    check(
      'every good request got its right answer',
      unexpected(all) === 0,
      `${sent(all)} requests, ${unexpected(all)} wrong`,
    ),
    check(
      'what was provoked came back as it should',
      unexpected(provoked) === 0,
      `${sent(provoked)} times, ${unexpected(provoked)} otherwise`,
    ),
    ...HOARDS.map(({ name }) => hoarded(provoked.find((row) => row.name === name))),
    check('renders that nobody waited for were stopped', begun > 0 && stopped === begun, `${stopped} of ${begun}`),
    check('failures were logged, once each', outcomes.failures === failing, `${outcomes.failures} of ${failing}`),
    check('so was what was not awaited', outcomes.forgotten === forgetful, `${outcomes.forgotten} of ${forgetful}`),
    check('nothing was written to stdout or stderr', written === '', `${written.length} characters`),
    flat('heap', samples, HEAP),
    flat('rss', samples, RSS),
    check(
      'no handle, listener or object was left',
      more.length === 0,
      more.map((name) => `${name}: ${holdings.before[name] ?? 0} → ${holdings.after[name]}`).join(', ') || 'as before',
    ),
    check('the last request was answered while it closed', goodbye.answer === '200, result', goodbye.answer),
    check('the process ended by itself', goodbye.code === 0, `with ${goodbye.code}`),
  ];
}

/** A hoarder gets 503, other callers get results, and afterwards the hoarder does so again. */
function hoarded(row) {
  const { name, sent: times, unexpected: others } = row ?? { name: 'hoards', sent: 0, unexpected: 0 };
  const what = `a caller that ${name} kept no memory from others, and what it held was released`;
  return check(what, times > 0 && others === 0, `${times} times, ${others} otherwise`);
}

const check = (what, isSo, found) => ({ what, isSo, found });

function flat(name, samples, { share, bytes }) {
  const { second, last } = thirds(samples.map((sample) => sample[name]));
  const most = Math.max(second * share, bytes);
  const found = `${megabytes(second)} → ${megabytes(last)} MB, ${megabytes(most)} more at most`;
  return check(`the ${name} was flat`, last - second <= most, found);
}

/** The means of the second and of the last third. */
function thirds(values) {
  const third = Math.floor(values.length / 3);
  const mean = (part) => sum(part) / part.length;
  return { second: mean(values.slice(third, -third)), last: mean(values.slice(-third)) };
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);
