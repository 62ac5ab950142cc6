import { spawn } from 'node:child_process';
import type { Terminal } from './terminal.js';

/** The programs of desktops that take a text from stdin. */
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly (readonly string[])[]>>> = {
  darwin: [['pbcopy']],
  win32: [['clip']],
  linux: [['wl-copy'], ['xclip', '-selection', 'clipboard'], ['xsel', '--clipboard', '--input']],
};

/** Puts a text on the clipboard: that of the desktop, or over SSH that of the terminal (OSC 52). Says whether it could. */
export async function copy(terminal: Terminal, text: string, done: string): Promise<void> {
  const isDone = await copies(text, terminal);
  terminal.say(isDone ? done : 'Nothing here takes a text for the clipboard: install wl-copy, xclip or xsel');
}

async function copies(text: string, { streams }: Terminal): Promise<boolean> {
  const isRemote = streams.env['SSH_TTY'] !== undefined;
  for (const [program = '', ...args] of isRemote ? [] : (PROGRAMS[process.platform] ?? []))
    if (await feeds(program, args, text)) return true;
  if (!streams.stderr.isTTY) return false;
  streams.stderr.write(`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`);
  return true;
}

function feeds(program: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => resolve(false));
    child.stdin.end(text);
  });
}
