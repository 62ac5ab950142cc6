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
      const tool = candidates(prompt).find((name) => !others.has(name) && !this.#promptOf.has(name));
      if (tool === undefined) continue; // A hundred others have it.
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

/** The names that a prompt may have as a tool, the first of which is usually free. */
function candidates(prompt: string): readonly string[] {
  const endings = ['', '_prompt', ...Array.from({ length: 98 }, (_, at) => `_prompt_${at + 2}`)];
  return endings.map((ending) => nameInClients(prompt).slice(0, MAX_LENGTH - ending.length) + ending);
}
