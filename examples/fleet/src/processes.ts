import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Balancer, balancerArgs, type Ports } from './balancer.js';

const INSTANCE = fileURLToPath(new URL('instance.js', import.meta.url));
const INSTANCES = ['FRONT_1', 'FRONT_2', 'FRONT_3', 'BACK_1', 'BACK_2', 'BACK_3'];

/** The programs that a fleet needs and that are not there. */
export function missing(balancer: Balancer): readonly string[] {
  return ['redis-server', balancer].filter((program) => spawnSync(program, ['-v']).error !== undefined);
}

/** Redis, a balancer, and three instances of each service. */
export class Fleet {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cuecard-fleet-'));
  readonly #processes: ChildProcess[] = [];
  readonly redis: string;
  /** The addresses that clients use. */
  readonly urls: { readonly front: string; readonly back: string };

  private constructor(ports: Ports) {
    this.redis = `redis://127.0.0.1:${ports['REDIS']}`;
    this.urls = { front: `http://127.0.0.1:${ports['FRONT']}/mcp`, back: `http://127.0.0.1:${ports['BACK']}/mcp` };
    const saved = ['--dir', this.#folder, '--save', '', '--appendonly', 'yes'];
    this.#start('redis-server', ['--port', String(ports['REDIS']), ...saved]);
    const shared = { ...process.env, REDIS_URL: this.redis, STATE_KEYS: randomBytes(32).toString('base64') };
    for (const name of INSTANCES) {
      const service = name.startsWith('FRONT') ? 'front' : 'back';
      this.#start(process.execPath, [INSTANCE, service, String(ports[name])], shared);
    }
  }

  static async start(balancer: Balancer): Promise<Fleet> {
    const ports = await freePorts(['REDIS', 'FRONT', 'BACK', ...INSTANCES]);
    const fleet = new Fleet(ports);
    await Promise.all(INSTANCES.map((name) => isReady(`http://127.0.0.1:${ports[name]}`)));
    fleet.#start(balancer, balancerArgs(balancer, ports, fleet.#folder));
    await Promise.all(Object.values(fleet.urls).map(isReady));
    return fleet;
  }

  /** Ends one instance of the service `front` without a word. */
  async killOne(): Promise<void> {
    const [, instance] = this.#processes;
    if (instance === undefined) return;
    instance.kill('SIGKILL');
    await once(instance, 'exit');
  }

  async stop(): Promise<void> {
    const [redis, ...others] = this.#processes;
    await Promise.all(others.map(end));
    if (redis !== undefined) await end(redis);
    rmSync(this.#folder, { recursive: true });
  }

  #start(command: string, args: readonly string[], env = process.env): void {
    // Ctrl-C reaches this process alone, which ends the others in order.
    const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env, detached: true });
    started.once('exit', (code) => {
      if (code !== 0 && code !== null) console.error(`${command} has ended with ${code}`);
    });
    this.#processes.push(started);
  }
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  running.kill();
  await Promise.race([once(running, 'exit'), sleep(5_000)]);
  running.kill('SIGKILL');
}

async function isReady(url: string): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    const response = await fetch(new URL('/readyz', url)).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(50);
  }
  throw new Error(`${url} does not answer`);
}

async function freePorts(names: readonly string[]): Promise<Ports> {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => Object(server.address()).port as number);
  for (const server of servers) server.close();
  return Object.fromEntries(names.map((name, index) => [name, ports[index] as number]));
}
