import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts, Program } from './program.js';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const INSTANCES = ['FRONT_1', 'BACK_1', 'FRONT_2', 'BACK_2', 'FRONT_3', 'BACK_3'];

/** The programs that have to be installed first. */
export function missingPrograms(): readonly string[] {
  return ['redis-server', 'haproxy'].filter((program) => spawnSync(program, ['-v']).error !== undefined);
}

/** Redis, HAProxy, and three instances of each of two services. */
export class Processes {
  readonly redis: Program;
  readonly #folder = mkdtempSync(join(tmpdir(), 'cuecard-instances-'));
  readonly #ports: Readonly<Record<string, string>>;
  readonly #instances = new Map<string, Program>();
  readonly #balancer: Program;

  /** @param ports by the names that `haproxy.cfg` has for them */
  private constructor(ports: Readonly<Record<string, string>>) {
    this.#ports = ports;
    copyFileSync(fileOf('../flags.json'), this.flags);
    const env = {
      ...process.env,
      ...ports,
      REDIS_URL: `redis://127.0.0.1:${ports['REDIS']}`,
      STATE_KEYS: randomBytes(32).toString('base64'),
      FLAGS: this.flags,
    };
    const program = (name: string, command: string, ...args: string[]) =>
      new Program({ command, args, env, port: Number(ports[name]) });
    this.redis = program('REDIS', 'redis-server', '--port', ports['REDIS'] ?? '', '--save', '', '--appendonly', 'no');
    for (const name of INSTANCES) {
      const service = name.startsWith('FRONT') ? 'front' : 'back';
      this.#instances.set(name, program(name, process.execPath, fileOf('instance.js'), service, ports[name] ?? ''));
    }
    this.#balancer = program('BACK', 'haproxy', '-q', '-f', fileOf('../haproxy.cfg'));
  }

  static async start(): Promise<Processes> {
    const names = ['REDIS', 'FRONT', 'BACK', ...INSTANCES];
    const ports = await freePorts(names.length);
    const processes = new Processes(Object.fromEntries(names.map((name, index) => [name, String(ports[index])])));
    await processes.redis.start();
    await Promise.all([...processes.#instances.values()].map((instance) => instance.start()));
    await processes.#balancer.start();
    return processes;
  }

  /** The file with the flags of all instances. */
  get flags(): string {
    return join(this.#folder, 'flags.json');
  }

  /** What instances have written to stderr. */
  get log(): string {
    return [...this.#instances.values()].map(({ log }) => log).join('');
  }

  /** Where clients reach the services. */
  get services(): readonly string[] {
    return ['FRONT', 'BACK'].map((name) => this.#urlOf(name));
  }

  /** The address of each instance, which only the balancer uses. */
  get instances(): readonly string[] {
    return INSTANCES.map((name) => this.#urlOf(name));
  }

  /** Kills an instance of `front` without warning. */
  async kill(): Promise<void> {
    await this.#instances.get('FRONT_1')?.end('SIGKILL');
  }

  /** Restarts all instances. Each service restarts its own one after the other. */
  async restartAll(): Promise<void> {
    const restart = async (service: string) => {
      for (const [name, instance] of this.#instances) {
        if (!name.startsWith(service)) continue;
        await instance.end();
        await instance.start();
        await sleep(1_000); // The balancer checks twice a second.
      }
    };
    await Promise.all([restart('FRONT'), restart('BACK')]);
  }

  async stop(): Promise<void> {
    await this.#balancer.end();
    await Promise.all([...this.#instances.values()].map((instance) => instance.end()));
    await this.redis.end('SIGKILL');
    rmSync(this.#folder, { recursive: true });
  }

  #urlOf(name: string): string {
    return `http://127.0.0.1:${this.#ports[name]}/mcp`;
  }
}
