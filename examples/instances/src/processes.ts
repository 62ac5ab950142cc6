import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const INSTANCE = fileURLToPath(new URL('instance.js', import.meta.url));
const NAMES = ['FRONT_1', 'FRONT_2', 'FRONT_3', 'BACK_1', 'BACK_2', 'BACK_3'];

/** The programs that have to be installed first. */
export function missingPrograms(): readonly string[] {
  return ['redis-server', 'haproxy'].filter((program) => spawnSync(program, ['-v']).error !== undefined);
}

/** Redis, HAProxy, and three instances of each of two services. */
export class Processes {
  /** What instances write to stderr. */
  readonly log: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'cuecard-instances-'));
  readonly #ports: Readonly<Record<string, number>>;
  readonly #instances = new Map<string, ChildProcess>();
  readonly #stateKeys = randomBytes(32).toString('base64');
  #redis: ChildProcess | undefined;
  #balancer: ChildProcess | undefined;

  private constructor(ports: Readonly<Record<string, number>>) {
    this.#ports = ports;
    copyFileSync(new URL('../flags.json', import.meta.url), this.flags);
  }

  static async start(): Promise<Processes> {
    const processes = new Processes(await freePorts(['REDIS', 'FRONT', 'BACK', ...NAMES]));
    await processes.startRedis();
    await Promise.all(NAMES.map((name) => processes.#startInstance(name)));
    await processes.#startBalancer();
    return processes;
  }

  /** The file with the flags of all instances. */
  get flags(): string {
    return join(this.#folder, 'flags.json');
  }

  /** Where clients reach the services. */
  get front(): string {
    return this.#urlOf('FRONT');
  }

  get back(): string {
    return this.#urlOf('BACK');
  }

  /** The address of each instance, which only the balancer uses. */
  get instances(): readonly string[] {
    return NAMES.map((name) => this.#urlOf(name));
  }

  /** Starts Redis without data. */
  async startRedis(): Promise<void> {
    this.#redis = this.#run('redis-server', [
      '--port',
      String(this.#ports['REDIS']),
      '--save',
      '',
      '--appendonly',
      'no',
    ]);
    await untilConnected(this.#ports['REDIS'] ?? 0);
  }

  async killRedis(): Promise<void> {
    await end(this.#redis, 'SIGKILL');
  }

  /** Suspends Redis: connections stay open, but nothing answers. */
  suspendRedis(isSuspended: boolean): void {
    this.#redis?.kill(isSuspended ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Kills an instance of `front` without warning. */
  async kill(name = 'FRONT_1'): Promise<void> {
    await end(this.#instances.get(name), 'SIGKILL');
  }

  /** Restarts all instances, one of each service at a time. */
  async restartAll(): Promise<void> {
    for (const number of [1, 2, 3])
      await Promise.all(
        [`FRONT_${number}`, `BACK_${number}`].map(async (name) => {
          await end(this.#instances.get(name), 'SIGTERM');
          await this.#startInstance(name);
          await sleep(1_000); // The balancer checks twice a second.
        }),
      );
  }

  async stop(): Promise<void> {
    await end(this.#balancer, 'SIGTERM');
    await Promise.all([...this.#instances.values()].map((each) => end(each, 'SIGTERM')));
    await end(this.#redis, 'SIGKILL');
    rmSync(this.#folder, { recursive: true });
  }

  async #startInstance(name: string): Promise<void> {
    const service = name.startsWith('FRONT') ? 'front' : 'back';
    const env = {
      ...process.env,
      REDIS_URL: `redis://127.0.0.1:${this.#ports['REDIS']}`,
      STATE_KEYS: this.#stateKeys,
      FLAGS: this.flags,
    };
    const instance = this.#run(process.execPath, [INSTANCE, service, String(this.#ports[name])], env);
    this.#instances.set(name, instance);
    await untilReady(this.#urlOf(name));
  }

  async #startBalancer(): Promise<void> {
    const template = readFileSync(new URL('../haproxy.cfg', import.meta.url), 'utf8');
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(
      file,
      template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(this.#ports[name])),
    );
    this.#balancer = this.#run('haproxy', ['-q', '-f', file]);
    await Promise.all([this.front, this.back].map(untilReady));
  }

  #urlOf(name: string): string {
    return `http://127.0.0.1:${this.#ports[name]}/mcp`;
  }

  #run(command: string, args: readonly string[], env = process.env): ChildProcess {
    // Ctrl-C reaches this process alone, which ends the others in order.
    const started = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
      detached: true,
      cwd: this.#folder,
    });
    started.stderr?.on('data', (chunk: Buffer) => void this.log.push(chunk.toString()));
    return started;
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(new URL('/readyz', url)).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(50);
  }
}

async function untilConnected(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isConnected) return;
    await sleep(50);
  }
}

async function freePorts(names: readonly string[]): Promise<Record<string, number>> {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => Object(server.address()).port as number);
  for (const server of servers) server.close();
  return Object.fromEntries(names.map((name, index) => [name, ports[index] as number]));
}
