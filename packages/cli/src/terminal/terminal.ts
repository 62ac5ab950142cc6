import { stripVTControlCharacters, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** What a terminal is made of; those of the process, unless a test gives others. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Record<string, string | undefined>;
}

/** The terminal or the pipes that a command runs in. */
export class Terminal {
  readonly streams: TerminalStreams;

  constructor(streams: TerminalStreams = process) {
    this.streams = streams;
  }

  /** Whether a person can be asked. */
  get isInteractive(): boolean {
    const { stdin, stderr, env } = this.streams;
    return stdin.isTTY && stderr.isTTY && !env['CI'];
  }

  /** The number of columns. */
  get width(): number {
    return this.streams.stdout.columns || 80;
  }

  /** Prints what the command is asked for. */
  print(text: string): void {
    const { stdout } = this.streams;
    stdout.write(lineOf(this.#hasColours(stdout) ? text : stripVTControlCharacters(text)));
  }

  /** Says something beside that: progress, warnings, errors. */
  say(text: string): void {
    const { stderr } = this.streams;
    stderr.write(lineOf(this.#hasColours(stderr) ? text : stripVTControlCharacters(text)));
  }

  /** From now on, also for the libraries and processes that print something. */
  leaveOutColours(): void {
    const { env } = this.streams;
    env['NO_COLOR'] = '1';
    delete env['FORCE_COLOR']; // Node warns where both are there.
  }

  /** https://no-color.org, https://force-color.org. */
  #hasColours(stream: NodeJS.WriteStream): boolean {
    const { NO_COLOR, FORCE_COLOR, TERM } = this.streams.env;
    if (NO_COLOR) return false;
    if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
    return stream.isTTY && TERM !== 'dumb';
  }
}

/** A text in a colour, which `print` and `say` remove where there are none. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false });
}

function lineOf(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
