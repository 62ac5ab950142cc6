import { type NameRewriting, rewritten } from '../clients/name-rewriting.js';
import { nameInClients } from '../definition/naming.js';

/** The maximum length of a tool's name: some hosts cut at 64, with a server's name in front. */
const MAX_LENGTH = 40;

/** The names of tools that are made of prompts. They differ from one another, and from those of tools, in every host. */
export class ToolNames {
  readonly #toolOf = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();
  /** How many prompts whose names begin alike have had one already: the next one begins to look there. */
  readonly #counts = new Map<string, number>();

  /**
   * @param others the names of other tools
   * @param rewritings how hosts rewrite names
   */
  constructor(prompts: readonly string[], others: Iterable<string>, rewritings: Iterable<NameRewriting>) {
    const replacements = [...rewritings].flatMap(({ tools }) => tools ?? []);
    const spellings = (name: string) => {
      return [nameInClients(name), ...replacements.map((each, host) => `${host} ${rewritten(name, each)}`)];
    };
    const taken = new Set([...others].flatMap(spellings));
    for (const prompt of prompts) {
      const tool = this.#freeName(nameInClients(prompt), (name) => spellings(name).some((each) => taken.has(each)));
      for (const each of spellings(tool)) taken.add(each);
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
    const beginning = name.slice(0, MAX_LENGTH);
    let count = this.#counts.get(beginning) ?? 0;
    while (isTaken(withEnding(name, count))) count += 1;
    this.#counts.set(beginning, count + 1);
    return withEnding(name, count);
  }
}

function withEnding(name: string, count: number): string {
  const ending = ['', '_prompt'][count] ?? `_prompt_${count}`;
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
