// What one moved label makes of a large system, worked out event by event: each instance hears of it, notifies its
// listeners, and each listener then asks that instance for the list.

/**
 * @typedef {object} Fleet
 * @property {number} instances
 * @property {number} listeners of all instances together
 * @property {boolean} isSpread whether an instance notifies many listeners one after the other
 */

/**
 * @typedef {object} Herd
 * @property {number} messages that the store, the instances and the clients send
 * @property {number} toldMs until the last listener is notified
 * @property {number} peak requests that one instance is asked within 100 ms, on the worst of them
 * @property {number} queue the most requests that wait at one instance
 * @property {number} waitMs how long 99 of 100 clients wait for their list
 */

/** How long Redis takes to write to one reader, in milliseconds. */
const WRITE_MS = 0.01;
/** How long an instance collects changes. */
const COLLECT_MS = 50;
/** What an instance needs for one list of 100 prompts: 2,000 a second. */
const LIST_MS = 0.5;
/** How long a client takes from the notice to its request, over the network: anything between these. */
const CLIENT_MS = { least: 5, most: 40 };
/** As in `Turns` of core: up to so many at once, the others over a time. */
const SPREAD = { above: 200, longestMs: 2_000, eachMs: 1, tickMs: 10 };

/**
 * @param {Fleet} fleet
 * @returns {Herd}
 */
function simulate({ instances, listeners, isSpread }) {
  const random = numbers(42);
  const each = Math.round(listeners / instances);
  const waits = [];
  let [toldMs, queue, peak] = [0, 0, 0];
  for (let instance = 0; instance < instances; instance += 1) {
    const hears = instance * WRITE_MS + random() * 2 + COLLECT_MS;
    const told = Array.from({ length: each }, (_, at) => hears + turnOf(at, each, isSpread));
    toldMs = Math.max(toldMs, told.at(-1) ?? 0);
    const asked = told.map((at) => at + CLIENT_MS.least + random() * (CLIENT_MS.most - CLIENT_MS.least));
    const served = serve(asked.toSorted((one, other) => one - other));
    waits.push(...served.waits);
    queue = Math.max(queue, served.queue);
    peak = Math.max(peak, served.peak);
  }
  const inOrder = Float64Array.from(waits).toSorted();
  // One to Redis and one to each instance, then a notice, a request and an answer for each listener.
  const messages = 1 + instances + 3 * each * instances;
  return { messages, toldMs, peak, queue, waitMs: inOrder[Math.floor(inOrder.length * 0.99)] ?? 0 };
}

/** When the one at a place is notified, in milliseconds. */
function turnOf(/** @type {number} */ at, /** @type {number} */ count, /** @type {boolean} */ isSpread) {
  if (!isSpread || count <= SPREAD.above) return 0;
  const length = Math.min(SPREAD.longestMs, count * SPREAD.eachMs);
  const perTick = Math.ceil((count * SPREAD.tickMs) / length);
  return Math.floor(at / perTick) * SPREAD.tickMs;
}

/** Answers requests one after the other. @param {readonly number[]} asked in order */
function serve(asked) {
  const waits = [];
  const ends = [];
  let [free, queue, peak, first, done] = [0, 0, 0, 0, 0];
  for (const [index, at] of asked.entries()) {
    free = Math.max(free, at) + LIST_MS;
    waits.push(free - at);
    ends.push(free);
    while ((ends[done] ?? 0) <= at) done += 1;
    queue = Math.max(queue, index - done);
    while ((asked[first] ?? 0) < at - 100) first += 1;
    peak = Math.max(peak, index - first + 1);
  }
  return { waits, queue, peak };
}

/** Numbers from 0 to 1, the same ones every time (mulberry32). */
function numbers(/** @type {number} */ seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYSTEMS = [
  { instances: 1_000, listeners: 100_000 },
  { instances: 100, listeners: 100_000 },
  { instances: 20, listeners: 100_000 },
];

/** The table of the documentation. */
export function table() {
  const rows = SYSTEMS.flatMap((system) => [false, true].map((isSpread) => rowOf({ ...system, isSpread })));
  return [
    '| instances | listeners of each | notified | messages | last one notified | asked of one within 100 ms | waiting at one | 99 % have their list within |',
    '| --------- | ----------------- | -------- | -------- | ----------------- | -------------------------- | -------------- | --------------------------- |',
    ...rows,
  ].join('\n');
}

function rowOf(/** @type {Fleet} */ fleet) {
  const { messages, toldMs, peak, queue, waitMs } = simulate(fleet);
  const count = (/** @type {number} */ number) => number.toLocaleString('en-GB');
  const time = (/** @type {number} */ ms) => `${count(Math.round(ms))} ms`;
  const each = fleet.listeners / fleet.instances;
  const cells = [
    count(fleet.instances),
    count(each),
    fleet.isSpread ? 'in turns' : 'at once',
    count(messages),
    time(toldMs),
    count(peak),
    count(queue),
    time(waitMs),
  ];
  return `| ${cells.join(' | ')} |`;
}
