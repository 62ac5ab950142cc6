import { nameInClients } from '../definition/naming.js';

/** The maximum length of a tool's name for the models of most hosts. */
const MAX_LENGTH = 64;

/** The names of tools that are made of prompts. */
export class ToolNames {
  readonly #toolOf = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();
  /** How many prompts have had a name already: the next one begins to look there. */
  readonly #counts = new Map<string, number>();

  /** @param taken the names of other tools */
  constructor(prompts: readonly string[], taken: Iterable<string>) {
    const others = new Set([...taken].map(nameInClients));
    for (const prompt of prompts) {
      const tool = this.#freeName(nameInClients(prompt), (name) => others.has(name) || this.#promptOf.has(name));
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
    let count = this.#counts.get(name) ?? 0;
    while (isTaken(withEnding(name, count))) count += 1;
    this.#counts.set(name, count + 1);
    return withEnding(name, count);
  }
}

function withEnding(name: string, count: number): string {
  const ending = ['', '_prompt'][count] ?? `_prompt_${count}`;
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
