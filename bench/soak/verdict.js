// The checks after a soak.
import { ATTACKS, FAILING, FORGETFUL } from './attacks.js';
import { FLOOD, HOARDS } from './floods.js';

/** How much larger memory may be on average in the last third than in the second: V8 compiles, and leaves holes. */
const LIMITS = { heap: { share: 0.03, bytes: 1_000_000 }, rss: { share: 0.1, bytes: 20_000_000 } };

/** Node has a few timers of its own for dates and connections, while it needs them. */
const SLACK = { 'Timeout objects': 3 };

/** The names of everything of which there is more than before. */
export function excessOf(before, after) {
  return Object.keys(after).filter((name) => after[name] > (before[name] ?? 0) + (SLACK[name] ?? 0));
}

const sum = (values) => values.reduce((one, other) => one + other, 0);
const sentOf = (rows) => sum(rows.map(({ sent }) => sent));
const unexpectedOf = (rows) => sum(rows.map(({ unexpected }) => unexpected));

export function checksOf({ capacity, good, provoked, samples, holdings, outcomes, goodbye, written }) {
  const requests = [...capacity.rows, ...good];
  const { renders, failures, forgotten } = outcomes;
  const [failing, forgetful] = [FAILING, FORGETFUL].map((name) => sentOf(provoked.filter((row) => row.name === name)));
  const names = [...ATTACKS, FLOOD, ...HOARDS].map(({ name }) => name);
  const missing = names.filter((name) => provoked.every((row) => row.name !== name));
  const excess = excessOf(holdings.before, holdings.after).map(
    (name) => `${name}: ${holdings.before[name] ?? 0} → ${holdings.after[name]}`,
  );
  const checks = {
    'every good request got its right response': [
      unexpectedOf(requests) === 0,
      `${sentOf(requests)} requests, ${unexpectedOf(requests)} wrong`,
    ],
    'every attack had an expected outcome': [
      unexpectedOf(provoked) === 0,
      `${sentOf(provoked)} attacks, ${unexpectedOf(provoked)} otherwise`,
    ],
    'every attack ran': [missing.length === 0, missing.join(', ') || `${provoked.length} kinds`],
    'renders that no client waited for were stopped': [
      renders.begun > 0 && renders.stopped === renders.begun,
      `${renders.stopped} of ${renders.begun}`,
    ],
    'failures were logged, once each': [failures === failing, `${failures} of ${failing}`],
    'so were rejections that were not awaited': [forgotten === forgetful, `${forgotten} of ${forgetful}`],
    'nothing was written to stdout or stderr': [written === '', `${written.length} characters`],
    'the heap was flat': flat('heap', samples),
    'the rss was flat': flat('rss', samples),
    'no handle, listener or object was left': [excess.length === 0, excess.join(', ') || 'as before'],
    'the last request was answered while the server closed': [goodbye.answer === '200, result', goodbye.answer],
    'the process ended by itself': [goodbye.code === 0, `with ${goodbye.code}`],
  };
  return Object.entries(checks).map(([what, [isSo, found]]) => ({ what, isSo, found }));
}

function flat(name, samples) {
  const values = samples.map((sample) => sample[name]);
  const third = Math.floor(values.length / 3);
  const mean = (part) => sum(part) / part.length;
  const [second, last] = [mean(values.slice(third, -third)), mean(values.slice(-third))];
  const most = Math.max(second * LIMITS[name].share, LIMITS[name].bytes);
  return [last - second <= most, `${megabytes(second)} → ${megabytes(last)} MB, ${megabytes(most)} more at most`];
}

const megabytes = (bytes) => (bytes / 1_000_000).toFixed(1);
