// A soak of one server: half of the load that Cuecard can take, and all attacks, for a number of minutes. Writes SOAK.md, and
// exits with 1 if a check fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { circumstances } from '../circumstances.js';
import { ServerProcess } from '../servers/server-process.js';
import { Connection } from '../wire/connection.js';
import { bytesOf, MODERN, openSession, raw } from '../wire/requests.js';
import { ATTACKS } from './attacks.js';
import { OFFICIAL_CLIENTS } from './clients.js';
import { FLOOD, HOARDS } from './floods.js';
import { LIMITS } from './limits.js';
import { Load } from './load.js';
import { writePage } from './page.js';
import { outcomeOf, Tally } from './tally.js';
import { checksOf, excessOf } from './verdict.js';

const WARM_UP_MS = 1_000;
const MEASURED_MS = 2_000;
/** The maximum time between two samples of the memory, their number in a short run, and their minimum number. */
const [PHASE_MS, PHASES, MIN_SAMPLES] = [15_000, 9, 6];
const FLOOD_MS = 20_000;
/** Longer than any attack takes. */
const ATTACK_MS = 20_000;
const LOOK_MS = 500;
/** The time after which idle sessions and connections have ended. */
const REST_MS = LIMITS.sessionIdleTimeoutMs + 6_000;
/** The share of its capacity that the server gets. */
const SHARE = 0.5;
/** Longer than closing may wait for requests. */
const CLOSE_MS = 20_000;

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new RangeError(`A soak takes a number of minutes, such as 10, not ${process.argv[2]}`);

const run = { ...circumstances(), minutes };
const soak = await soakServer(minutes * 60_000);
const checks = checksOf(soak);
console.log(`${Math.round(soak.perSecond)} good requests a second of ${Math.round(soak.capacity.perSecond)}`);
for (const { what, isSo, found } of checks) console.log(`  ${isSo ? 'yes' : 'NO '} ${what}: ${found}`);
for (const { name, came, unexpected } of [...soak.good, ...soak.provoked])
  if (unexpected > 0) console.log(`      ${name}: ${JSON.stringify(came)}`);
writePage({ run, soak: { ...soak, checks } });
if (checks.some(({ isSo }) => !isSo)) process.exitCode = 1;

async function soakServer(milliseconds) {
  const serving = new ServerProcess('../soak/server.js', [], ['ignore', 'pipe', 'pipe']);
  let written = '';
  for (const stream of [serving.child.stdout, serving.child.stderr])
    stream.on('data', (data) => {
      written += data;
      process.stderr.write(data);
    });
  const { url } = await serving.ready;
  const server = { url, port: Number(new URL(url).port), sessionIds: [] };
  const before = await holdingsAtRest(serving);
  const capacity = await capacityOf(serving, server);
  const soaked = await underAttack(serving, server, { milliseconds, perSecond: capacity.perSecond * SHARE });
  const holdings = { before, after: await holdingsAtRest(serving, before) };
  const outcomes = await serving.ask('outcomes');
  const goodbye = await close(serving, server);
  return { capacity, ...soaked, holdings, outcomes, goodbye, written };
}

/** The requests a second that the server would answer with a processor of its own, by the processor time of each. */
async function capacityOf(serving, { port }) {
  const tally = new Tally();
  const load = await Load.start(port, tally);
  const runFor = (forMs) => {
    const end = performance.now() + forMs;
    return load.run(Infinity, () => performance.now() >= end);
  };
  await runFor(WARM_UP_MS);
  const [count, cpu] = [load.count, await serving.ask('cpu')];
  await runFor(MEASURED_MS);
  const seconds = ((await serving.ask('cpu')) - cpu) / 1_000_000;
  load.end();
  return { perSecond: (load.count - count) / seconds, rows: tally.rows };
}

/** Phases of attacks under load, each followed by a sample of the memory, and by a flood if one is due. */
async function underAttack(serving, server, { milliseconds, perSecond }) {
  const [good, provoked] = [new Tally(), new Tally()];
  const [start, cpu, samples] = [performance.now(), await serving.ask('cpu'), []];
  const elapsed = () => performance.now() - start;
  const phaseMs = Math.min(PHASE_MS, milliseconds / PHASES);
  let count = 0;
  // Each time with new sessions, because those of the time before may have ended during a flood.
  const withLoad = async (work) => {
    const load = await Load.start(server.port, good);
    let isOver = false;
    await Promise.all([load.run(perSecond, () => isOver), work().finally(() => (isOver = true))]);
    load.end();
    count += load.count;
  };
  for (let flooded = -FLOOD_MS; elapsed() < milliseconds || samples.length < MIN_SAMPLES;) {
    const end = elapsed() + phaseMs;
    const isOver = () => elapsed() >= end;
    const clients = () => repeat(OFFICIAL_CLIENTS, { server, tally: good, isOver });
    const attacks = () => repeat(ATTACKS, { server, tally: provoked, isOver });
    await withLoad(() => Promise.all([clients(), attacks()]));
    const { rss, heap } = await serving.ask('memory');
    samples.push({ seconds: Math.round(elapsed() / 1_000), rss, heap });
    if (elapsed() < flooded + FLOOD_MS) continue;
    await attempt(FLOOD, server, provoked);
    for (const hoard of HOARDS) await withLoad(() => attempt(hoard, server, provoked));
    flooded = elapsed();
  }
  const seconds = elapsed() / 1_000;
  const used = ((await serving.ask('cpu')) - cpu) / 1_000_000;
  const result = { good: good.rows, provoked: provoked.rows, samples, seconds };
  return { ...result, perSecond: count / seconds, cpu: used / seconds };
}

/** Repeats each attack as often, and as many times side by side, as it says. */
async function repeat(attacks, { server, tally, isOver }) {
  const loop = async (attack) => {
    for (; !isOver(); await sleep(attack.everyMs)) await attempt(attack, server, tally);
  };
  await Promise.all(attacks.flatMap((attack) => Array.from({ length: attack.atOnce }, () => loop(attack))));
}

async function attempt({ name, expected, run: attack }, server, tally) {
  const timeout = new AbortController();
  const late = sleep(ATTACK_MS, `nothing within ${ATTACK_MS} ms`, { signal: timeout.signal }).catch(() => {});
  const outcome = await Promise.race([attack(server).catch((error) => `failed: ${error.message}`), late]);
  timeout.abort();
  tally.add(name, expected, outcome);
}

/** What the server holds without any requests: after the soak when it is no more than before, or after `REST_MS`. */
async function holdingsAtRest(serving, before) {
  const end = performance.now() + REST_MS;
  let handles;
  do {
    await sleep(LOOK_MS);
    handles = await serving.ask('handles');
  } while (before !== undefined && excessOf(before, handles).length > 0 && performance.now() < end);
  return { ...handles, ...(await serving.ask('objects')) };
}

/** Closes a server that still has clients: one waits for a response, others have open streams and connections. */
async function close(serving, { port }) {
  const sessionId = await openSession(port);
  const stream = await Connection.open(port);
  stream.write(raw(port, 'GET', { accept: 'text/event-stream', 'mcp-session-id': sessionId }));
  await stream.receives('200 OK');
  const listener = await Connection.open(port);
  const listen = { method: 'subscriptions/listen', params: { notifications: { promptsListChanged: true } } };
  listener.write(bytesOf(port, listen, { dialect: MODERN }));
  await listener.receives('acknowledged');
  const waiting = await Connection.open(port);
  waiting.write(bytesOf(port, { method: 'prompts/get', params: { name: 'reporting', arguments: {} } }));
  const connections = [stream, listener, waiting, await Connection.open(port)];
  const late = sleep(CLOSE_MS, undefined, { ref: false });
  const [code, response] = await Promise.all([Promise.race([serving.end(), late]), waiting.response()]);
  if (code === undefined) serving.child.kill('SIGKILL');
  for (const connection of connections) connection.disconnect();
  return { answer: outcomeOf(response), code };
}
