import { styled, type Terminal } from '../terminal/terminal.js';
import type { ProjectServer } from '../serving/project-server.js';

interface KeysOptions {
  readonly server: ProjectServer;
  readonly restart: () => void;
}

/** The keys of the start screen, and what they do. */
export const KEYS = [
  ['o', 'open the playground'],
  ['r', 'restart'],
  ['q', 'quit'],
] as const;

/** Handles the keys that the user presses while `dev` runs. */
export class Keys {
  /** Resolves when the user quits. */
  readonly quit: Promise<void>;
  readonly #terminal: Terminal;
  readonly #options: KeysOptions;
  #resolve = (): void => {};

  private constructor(terminal: Terminal, options: KeysOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.quit = new Promise((resolve) => (this.#resolve = resolve));
    const { stdin } = terminal.streams;
    stdin.setRawMode(true);
    stdin.resume();
    stdin.on('data', this.#pressed);
  }

  /** Returns `undefined` without a keyboard. */
  static of(terminal: Terminal, options: KeysOptions): Keys | undefined {
    return terminal.isInteractive ? new Keys(terminal, options) : undefined;
  }

  close(): void {
    const { stdin } = this.#terminal.streams;
    stdin.off('data', this.#pressed);
    stdin.setRawMode(false);
    stdin.pause();
  }

  readonly #pressed = (data: Buffer): void => {
    const key = data.toString().toLowerCase();
    if (key === '\u0003') process.emit('SIGINT', 'SIGINT'); // In raw mode, Ctrl-C is a key like others.
    if (key === 'q') this.#resolve();
    if (key === 'r') this.#options.restart();
    if (key === 'o') void openPage(this.#options.server, this.#terminal);
  };
}

/** Opens the playground in the browser, if it is enabled. */
export async function openPage({ page }: ProjectServer, terminal: Terminal): Promise<void> {
  if (page === undefined) return;
  const { default: open } = await import('open');
  await open(page).catch(() => terminal.say(`No browser could be opened. Open this page: ${styled('cyan', page)}`));
}
