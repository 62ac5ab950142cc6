import { type Command, Option } from 'commander';

// The help shows the choices. That a word is none of them, the command says in its own words.

/** An option that takes one of some words. */
export function choice(flags: string, description: string, words: readonly string[]): Option {
  return Object.assign(new Option(flags, description), { argChoices: [...words] });
}

/** Says what the first argument of a command is one of. */
export function choosing(made: Command, words: readonly string[]): Command {
  const [first] = made.registeredArguments;
  if (first !== undefined) first.argChoices = [...words];
  return made;
}
