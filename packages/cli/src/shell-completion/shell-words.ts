import type { Argument, Command, Option } from 'commander';
import type { KindName } from '@cuecard/core';
import { type Remembered, remembered } from '../peer/remembered.js';
import { dirname, join } from 'node:path';
import { configFile } from '../config/config-file.js';
import type { CommonOptions, Session, Run } from '../session/session.js';
import { plainLine } from '../terminal/plain.js';
import { readFileSync } from 'node:fs';
import { oneOfWords } from '../outcome/problem.js';
import { ownFolder } from '../project/project-folder.js';

/** What could follow what was typed. */
interface Candidate {
  readonly value: string;
  readonly description?: string;
}

interface CommandLine {
  readonly program: Command;
  /** The words before the one that is being typed, without `cuecard`. */
  readonly words: readonly string[];
  readonly typed: string;
  /** What the project offers. */
  readonly listed: (kind: KindName) => readonly Remembered[];
}

/** What could follow a command line; nothing where a file is expected, or anything. */
function candidatesFor(line: CommandLine): readonly Candidate[] {
  return candidates(line).filter(({ value }) => value.startsWith(line.typed));
}

function candidates({ program, words, typed, listed }: CommandLine): readonly Candidate[] {
  const [name, ...given] = words.filter((word) => word !== '--no-color');
  if (name === undefined) return typed.startsWith('-') ? optionsOf(program, words) : commandsOf(program);
  const command = program.commands.find((each) => each.name() === name);
  if (command === undefined || given.includes('--')) return [];
  const option = takingValue(command, given.at(-1));
  if (option !== undefined) return (option.argChoices ?? []).map((value) => ({ value }));
  if (typed.startsWith('-')) return optionsOf(command, given);
  const isRemote = given.some((word) => /^--(url|stdio)(=|$)/.test(word));
  return argumentsOf(command, wordsIn(command, given), isRemote ? () => [] : listed);
}

function commandsOf(program: Command): readonly Candidate[] {
  const visible = program.createHelp().visibleCommands(program);
  return visible.map((each) => ({ value: each.name(), description: each.description() }));
}

/** The option that a word names, if a value follows it. */
function takingValue(command: Command, word: string | undefined): Option | undefined {
  return command.options.find((option) => (option.required || option.optional) && option.long === word);
}

function optionsOf(command: Command, given: readonly string[]): readonly Candidate[] {
  const visible = command.createHelp().visibleOptions(command);
  return visible
    .filter(({ long, variadic }) => variadic || !given.includes(long ?? ''))
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
}

/** Words that are neither options nor their values. */
function wordsIn(command: Command, given: readonly string[]): readonly string[] {
  return given.filter((word, index) => !word.startsWith('-') && takingValue(command, given[index - 1]) === undefined);
}

/** Which kinds the first argument of a command names. */
const KINDS: Readonly<Record<string, readonly KindName[]>> = {
  get: ['prompt'],
  call: ['tool'],
  read: ['resource'],
  complete: ['prompt', 'resource'],
};

function argumentsOf(
  command: Command,
  [name, ...given]: readonly string[],
  listed: CommandLine['listed'],
): readonly Candidate[] {
  const kinds = KINDS[command.name()];
  if (kinds === undefined) return choicesOf(command.registeredArguments[name === undefined ? 0 : given.length + 1]);
  const all = kinds.flatMap((kind) => listed(kind));
  if (name === undefined) return all.flatMap((each) => namesOf(each, command));
  const named = all.find((each) => each.name === name || each.uri === name);
  if (named === undefined) return [];
  const names = Object.keys(named.arguments);
  if (command.name() === 'complete') return given.length === 0 ? names.map((value) => ({ value })) : [];
  return pairsOf(named, given);
}

function choicesOf(argument: Argument | undefined): readonly Candidate[] {
  return (argument?.argChoices ?? []).map((value) => ({ value }));
}

/** A resource without arguments is also read by its URI. */
function namesOf({ name, uri, description = '', arguments: args }: Remembered, command: Command): Candidate[] {
  const isPlain = command.name() === 'read' && uri !== undefined && Object.keys(args).length === 0;
  return [name, ...(isPlain ? [uri] : [])].map((value) => ({ value, description }));
}

/** `code=`, or `language=python` where there are choices; each argument once. */
function pairsOf({ arguments: args }: Remembered, given: readonly string[]): readonly Candidate[] {
  const left = Object.entries(args).filter(([name]) => !given.some((word) => word.startsWith(`${name}=`)));
  return left.flatMap(([name, choices]) => {
    const values = choices.length === 0 ? [''] : choices;
    return values.map((value) => ({ value: `${name}=${String(value)}` }));
  });
}

export interface ShellWordsOptions extends CommonOptions {
  /** The word to complete, as far as it has been typed. */
  readonly typed?: string;
}

/** Prints what could follow the words after `--`, one candidate a line, each with its description behind a tab. */
export function shellWords(program: Command): Run<ShellWordsOptions> {
  return async (session, { typed = '' }) => {
    const listed = (kind: KindName) => listedBy(session, kind);
    const found = candidatesFor({ program, words: session.rest, typed, listed });
    return { data: found, text: found.map(lineOf).join('\n') };
  };
}

/** Words are completed also where no project is found. */
function listedBy({ folder, rest }: Session, kind: KindName): ReturnType<typeof remembered> {
  const option = rest.indexOf('--config');
  try {
    return remembered(dirname(configFile(folder, option === -1 ? undefined : rest[option + 1])), kind);
  } catch {
    return [];
  }
}

/** Servers may name and describe what they offer as they like; shells print it. */
function lineOf({ value, description = '' }: Candidate): string {
  return [value, description].map(plainLine).join('\t');
}

const EXTENSIONS = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'ps1' } as const;
const SHELLS = Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[];

export const runShellCompletion: Run<CommonOptions> = async (_session, _options, given: string) => {
  const shell = oneOfWords('The shell', given, SHELLS);
  const script = readFileSync(join(ownFolder(), 'shells', `completion.${EXTENSIONS[shell]}`), 'utf8');
  return { data: { shell, script }, text: script };
};
