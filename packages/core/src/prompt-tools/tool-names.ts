import { nameInClients } from '../definition/naming.js';

/** The maximum length of a tool's name for the models of most hosts. */
const MAX_LENGTH = 64;

/** The names of tools that are made of prompts. */
export class ToolNames {
  readonly #toolOf = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();

  /** @param taken the names of other tools */
  constructor(prompts: readonly string[], taken: Iterable<string>) {
    const others = new Set([...taken].map(nameInClients));
    for (const prompt of prompts) {
      const tool = freeName(nameInClients(prompt), (name) => others.has(name) || this.#promptOf.has(name));
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
}

/** The name of a prompt as a tool, or the next one that is free. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  let ending = '';
  for (let count = 1; isTaken(withEnding(name, ending)); count += 1)
    ending = count === 1 ? '_prompt' : `_prompt_${count}`;
  return withEnding(name, ending);
}

function withEnding(name: string, ending: string): string {
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
