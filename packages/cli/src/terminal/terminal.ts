import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { plain } from './plain.js';
import { ProgressLine } from './progress-line.js';

type Style = Parameters<typeof styleText>[0];

/** The streams and environment of a terminal: by default, the streams of the process. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Record<string, string | undefined>;
}

/** The terminal or the pipes that a command runs in. */
export class Terminal {
  readonly streams: TerminalStreams;
  #progress: ProgressLine | undefined;

  constructor(streams: TerminalStreams = process) {
    this.streams = streams;
    const { stderr, env } = streams;
    if (stderr.isTTY && !env['CI'] && env['TERM'] !== 'dumb') this.#progress = new ProgressLine(stderr);
  }

  /** Whether the user can be asked. */
  get isInteractive(): boolean {
    const { stdin, stderr, env } = this.streams;
    return stdin.isTTY && stderr.isTTY && !env['CI'];
  }

  /** Whether stdout is a terminal. A pipe or a file gets everything, uncut. */
  get isSeen(): boolean {
    return this.streams.stdout.isTTY;
  }

  /** The number of columns. */
  get width(): number {
    return this.streams.stdout.columns || 80;
  }

  /** Prints the result of the command. */
  print(text: string): void {
    this.#write(this.streams.stdout, text);
  }

  /** Writes progress, warnings and errors to stderr. */
  say(text: string): void {
    this.#write(this.streams.stderr, text);
  }

  /** Shows the progress of work while it runs, if it takes long and stderr is a terminal. */
  async during<Result>(text: string, work: (report: (text: string) => void) => Promise<Result>): Promise<Result> {
    this.#progress?.show(text);
    try {
      return await work((now) => this.#progress?.show(now));
    } finally {
      this.#progress?.end();
    }
  }

  /** Hides the progress before a question. */
  giveWay(): void {
    this.#progress?.giveWay();
  }

  /** Disables the progress line. */
  disableProgress(): void {
    this.#progress = undefined;
  }

  /** Disables colours, including those of libraries and child processes. */
  disableColors(): void {
    const { env } = this.streams;
    env['NO_COLOR'] = '1';
    delete env['FORCE_COLOR']; // Node warns if both are set.
  }

  #write(stream: NodeJS.WriteStream, text: string): void {
    const line = lineOf(plain(text).replaceAll(COLOR, this.#hasColors(stream) ? `${ESCAPE}$1` : ''));
    if (this.#progress === undefined) stream.write(line);
    else this.#progress.above(() => stream.write(line));
  }

  /** https://no-color.org, https://force-color.org. */
  #hasColors(stream: NodeJS.WriteStream): boolean {
    const { NO_COLOR, FORCE_COLOR, TERM } = this.streams.env;
    if (NO_COLOR) return false;
    if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
    return stream.isTTY && TERM !== 'dumb';
  }
}

const ESCAPE = '\u001B';
/** Begins the colours of `styled` until they are written. It is random, so that no server can colour or hide text. */
const MARK = `@${randomUUID()}@`;
const COLOR = new RegExp(`${MARK}(\\[[\\d;]*m)`, 'g');

/** Colours a string for `print` and `say`. Colours that the string itself has are removed. */
export function styled(style: Style, text: string): string {
  return styleText(style, plain(text), { validateStream: false }).replaceAll(ESCAPE, MARK);
}

function lineOf(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
