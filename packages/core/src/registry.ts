import { defineClass, type PromptDefinition } from './definition.js';
import { type DefinitionFault, PromptDefinitionError } from './errors.js';
import { nameInClients } from './naming.js';
import { nearest } from './nearest.js';
import type { PromptClass } from './prompt.js';

/** What a registry is made of. */
export type PromptEntry = PromptClass | PromptDefinition;

/** The prompts of a server, compiled, in the order given. It never changes: `with` and `without` give a new one. */
export class PromptRegistry {
  readonly #byName: ReadonlyMap<string, PromptDefinition>;
  readonly #byClass: ReadonlyMap<PromptClass, PromptDefinition>;

  /** @throws {PromptDefinitionError} with every fault of every prompt */
  constructor(entries: Iterable<PromptEntry>) {
    const faults: DefinitionFault[] = [];
    const definitions = [...entries].flatMap((entry) => compile(entry, faults));
    faults.push(...clashes(definitions));
    if (faults.length > 0) throw new PromptDefinitionError(faults);
    this.#byName = new Map(definitions.map((definition) => [definition.name, definition]));
    this.#byClass = new Map(definitions.map((definition) => [definition.type, definition]));
  }

  get(name: string): PromptDefinition | undefined {
    return this.#byName.get(name);
  }

  /** The prompt that a class declares. */
  of(type: PromptClass): PromptDefinition | undefined {
    return this.#byClass.get(type);
  }

  /** The name that was probably meant, sought among the first thousand: a request must not cost more with more prompts. */
  nearest(name: unknown): string | undefined {
    return typeof name === 'string' ? nearest(name, firstOf(this.#byName.keys(), 1_000)) : undefined;
  }

  /** All prompts, in the order given. */
  list(): readonly PromptDefinition[] {
    return [...this.#byName.values()];
  }

  /**
   * A registry with these prompts too; one of a name that is there already takes its place.
   * @throws {PromptDefinitionError} with every fault of every prompt
   */
  with(...entries: readonly PromptEntry[]): PromptRegistry {
    const added = new PromptRegistry(entries);
    const kept = this.list().map((definition) => added.get(definition.name) ?? definition);
    return new PromptRegistry(new Set([...kept, ...added.list()]));
  }

  /** A registry without the prompts of these names; a name that is not there changes nothing. */
  without(...names: readonly string[]): PromptRegistry {
    return new PromptRegistry(this.list().filter(({ name }) => !names.includes(name)));
  }
}

function compile(entry: PromptEntry, faults: DefinitionFault[]): PromptDefinition[] {
  if (typeof entry === 'object') return [entry];
  try {
    return [defineClass(entry)];
  } catch (error) {
    if (!(error instanceof PromptDefinitionError)) throw error;
    faults.push(...error.faults);
    return [];
  }
}

/** Names that are equal, or that become equal in clients that turn other characters into "_". */
function clashes(definitions: readonly PromptDefinition[]): DefinitionFault[] {
  const seen = new Map<string, PromptDefinition>();
  const faults: DefinitionFault[] = [];
  for (const definition of definitions) {
    const key = nameInClients(definition.name);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, definition);
    else faults.push(clash(first, definition));
  }
  return faults;
}

function clash(first: PromptDefinition, { name, type }: PromptDefinition): DefinitionFault {
  if (first.type === type) return { where: type.name, problem: 'is listed twice', remedy: 'List it once' };
  const remedy = 'Give one of them another name';
  if (first.name === name)
    return { where: type.name, problem: `and ${first.type.name} are both named "${name}"`, remedy };
  const problem = `is named "${name}" and ${first.type.name} "${first.name}", which are the same to clients that turn other characters into "_"`;
  return { where: type.name, problem, remedy };
}

function* firstOf<T>(values: Iterable<T>, most: number): Iterable<T> {
  let count = 0;
  for (const value of values) {
    if (count === most) return;
    count += 1;
    yield value;
  }
}
