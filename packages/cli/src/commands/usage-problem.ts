import type { CommanderError } from 'commander';
import { type Problem, usage } from '../outcome/problem.js';

/** An error of commander as a problem: the code of `commander.unknownOption` is `usage-unknown-option`. */
export function usageProblem({ code, message }: CommanderError): Problem {
  const [, said = '', suggestion] = /^(?:error: )?(.*?)\.?(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  const kind = code.replace(/^commander\./, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const summary = withoutValue(said.charAt(0).toUpperCase() + said.slice(1));
  return usage(`usage-${kind}`, summary, suggestion ?? 'Add --help to see what the command takes');
}

/** An option that is not known may have been given a secret. */
function withoutValue(summary: string): string {
  return summary.replace(/^(Unknown option '[^'=]*)=.*$/s, "$1'");
}
