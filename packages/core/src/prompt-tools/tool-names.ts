import { nameInClients } from '../definition/naming.js';

/** The maximum length of a tool's name: some hosts cut at 64, with a server's name in front. */
const MAX_LENGTH = 40;

/** A name with `_` for every character that some host replaces: Codex turns "-" into "_", Copilot CLI "." into "-". */
function comparableName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '_');
}

/** The names of prompts as tools. They differ from each other, and from the names of other tools, in every host. */
export class ToolNames {
  readonly #toolOf = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();
  /** By beginning of a name: the number from which to look for a free ending. */
  readonly #nextSuffixes = new Map<string, number>();
  readonly #firstSuffix: number;

  /**
   * @param taken the names of other tools
   * @param areHidden whether some callers do not see all of these. Every name then has an ending, because an
   * ending that only some names have would reveal a hidden tool.
   */
  constructor(prompts: readonly string[], taken: Iterable<string>, areHidden: boolean) {
    this.#firstSuffix = areHidden ? 1 : 0;
    const unavailable = new Set(Array.from(taken, comparableName));
    for (const prompt of prompts) {
      const tool = this.#freeName(nameInClients(prompt), (name) => unavailable.has(comparableName(name)));
      unavailable.add(comparableName(tool));
      this.#toolOf.set(prompt, tool);
      this.#promptOf.set(tool, prompt);
    }
  }

  toolOf(prompt: string): string | undefined {
    return this.#toolOf.get(prompt);
  }

  promptOf(tool: string): string | undefined {
    return this.#promptOf.get(tool);
  }

  /** The name of a prompt as a tool, or the next one that is free. */
  #freeName(name: string, isTaken: (name: string) => boolean): string {
    const first = withEnding(name, this.#firstSuffix);
    if (!isTaken(first)) return first;
    const beginning = comparableName(name.slice(0, MAX_LENGTH - MAX_ENDING_LENGTH));
    let suffix = this.#nextSuffixes.get(beginning) ?? 1;
    while (isTaken(withEnding(name, suffix))) suffix += 1;
    this.#nextSuffixes.set(beginning, suffix + 1);
    return withEnding(name, suffix);
  }
}

/** The number of characters of an ending with a number of six digits. */
const MAX_ENDING_LENGTH = '_prompt_999999'.length;

function withEnding(name: string, suffix: number): string {
  const ending = ['', '_prompt'][suffix] ?? `_prompt_${suffix}`;
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
