import { type Session, interruption } from '../session/session.js';
import { plainLine } from '../terminal/plain.js';

// Questions go to stderr, like everything except the result of a command. Ask only if `terminal.isInteractive`.
// Servers choose the text of some questions, so control characters are removed from all of them.

export interface Choice<Value> {
  readonly name: string;
  readonly value: Value;
  readonly description?: string;
}

/** @throws {Problem} if the user leaves with Ctrl-C */
export async function askText(
  session: Session,
  message: string,
  validate: (text: string) => true | string,
): Promise<string> {
  const { default: input } = await import('@inquirer/input');
  return orInterruption(input({ message: plainLine(message), validate }, contextOf(session)));
}

interface Completer {
  readonly suggest: (typed: string) => Promise<readonly string[]>;
  readonly check: (text: string) => true | string;
}

/** Asks for a string, and completes it while the user types. @throws {Problem} if the user leaves with Ctrl-C */
export async function askSuggested(session: Session, message: string, { suggest, check }: Completer): Promise<string> {
  const { default: search } = await import('@inquirer/search');
  const source = async (term = '') => {
    const values = await suggest(term).catch((): readonly string[] => []);
    const all = new Set([...(term === '' ? [] : [term]), ...values]); // The typed value is a choice, too.
    return [...all].map((value) => ({ name: plainLine(value), value }));
  };
  return orInterruption(search({ message: plainLine(message), source, validate: check }, contextOf(session)));
}

/** @throws {Problem} if the user leaves with Ctrl-C */
export async function askChoice<Value>(
  session: Session,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value> {
  const { default: select } = await import('@inquirer/select');
  const shown = choices.map((choice) => ({ ...choice, name: plainLine(choice.name) }));
  return orInterruption(select({ message: plainLine(message), choices: shown }, contextOf(session)));
}

/** Returns false unless the user confirms. @throws {Problem} if the user leaves with Ctrl-C */
export async function askYesNo(session: Session, message: string): Promise<boolean> {
  const { default: confirm } = await import('@inquirer/confirm');
  return orInterruption(confirm({ message: plainLine(message), default: false }, contextOf(session)));
}

function contextOf({ terminal, signal }: Session) {
  const { streams } = terminal;
  terminal.giveWay();
  return { input: streams.stdin, output: streams.stderr, signal };
}

async function orInterruption<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    const hasQuit = error instanceof Error && /^(ExitPrompt|AbortPrompt)Error$/.test(error.name);
    throw hasQuit ? interruption() : error;
  }
}
