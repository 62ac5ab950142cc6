import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The port at which it accepts connections when it is ready. */
  readonly port: number;
}

/** A program that listens at a port, and can be started again. */
export class Program {
  /** What the program has written to stderr. */
  log = '';
  readonly #options: ProgramOptions;
  #process: ChildProcess | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** Resolves when the program accepts connections. */
  async start(): Promise<void> {
    const { command, args, env = process.env, port } = this.#options;
    // Ctrl-C reaches this process alone, which ends the others in order.
    this.#process = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env, detached: true });
    this.#process.stderr?.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    while (!(await accepts(port))) await sleep(50);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Resolves when the program has ended. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running?.kill(signal) === true) await once(running, 'exit');
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isAccepted = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return isAccepted.finally(() => socket.destroy());
}

/** Returns free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => Object(server.address()).port as number);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
