import { nameInClients } from '../definition/naming.js';

/** The maximum length of a tool's name: some hosts cut at 64, with a server's name in front. */
const MAX_LENGTH = 40;

/** A name in which all that any host replaces is the same: Codex turns "-" into "_", and Copilot CLI "." into "-". */
function likeness(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '_');
}

/** The names of tools that are made of prompts. No two of them, nor one and another tool, become the same in a host. */
export class ToolNames {
  readonly #toolOf = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();
  /** The endings that names with the same beginning have had: the next one begins to look there. */
  readonly #counts = new Map<string, number>();
  readonly #firstSuffix: number;

  /**
   * @param taken the names of other tools
   * @param areHidden whether some callers do not see all of these. Every name then has an ending: one that only some
   * names have would reveal a tool to them.
   */
  constructor(prompts: readonly string[], taken: Iterable<string>, areHidden: boolean) {
    this.#firstSuffix = areHidden ? 1 : 0;
    const alike = new Set(Array.from(taken, likeness));
    for (const prompt of prompts) {
      const tool = this.#freeName(nameInClients(prompt), (name) => alike.has(likeness(name)));
      alike.add(likeness(tool));
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
    const own = withEnding(name, this.#firstSuffix);
    if (!isTaken(own)) return own;
    const beginning = likeness(name.slice(0, MAX_LENGTH - MAX_ENDING));
    let count = this.#counts.get(beginning) ?? 1;
    while (isTaken(withEnding(name, count))) count += 1;
    this.#counts.set(beginning, count + 1);
    return withEnding(name, count);
  }
}

/** The number of characters of an ending with a number of six digits. */
const MAX_ENDING = '_prompt_999999'.length;

function withEnding(name: string, count: number): string {
  const ending = ['', '_prompt'][count] ?? `_prompt_${count}`;
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
