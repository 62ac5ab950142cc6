import type { Definition } from '../definition/definition.js';
import { DefinitionIndex, type NamedPrompts } from './definition-index.js';
import { type DefinitionFault, distinct, DefinitionError } from '../definition-error.js';
import type { RegistryEntry } from './pack.js';
import { mountedAlike, withMovedLabels } from './exchange.js';
import { type Findings, indexOf } from './unpack.js';
import type { InjectableClass } from '../types.js';
import type { PromptClass } from '../prompt/prompt-handler.js';
import { moveLabel, withMoved } from './labels.js';
import { splitName } from '../definition/version.js';

export interface RegistryOptions {
  /**
   * What becomes of prompts that are declared wrongly: `throw` refuses all, with every fault in one error; `isolate`
   * leaves them out and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
}

/** The prompts of a server, compiled, in the order of their names. It never changes: `with` and `without` give a new one. */
export class Registry {
  /** What is wrong with prompts that have been left out. */
  readonly faults: readonly DefinitionFault[];
  readonly options: RegistryOptions;
  readonly #index: DefinitionIndex;
  #byClass: ReadonlyMap<InjectableClass<object>, readonly Definition[]> | undefined;

  /**
   * @param known faults of prompts that have been left out before
   * @throws {DefinitionError} with every fault of every prompt, unless they are isolated
   * @throws {TypeError} for what is no list
   */
  constructor(entries: Iterable<RegistryEntry>, options: RegistryOptions = {}, known: readonly DefinitionFault[] = []) {
    const faults = [...known];
    const index = entries instanceof DefinitionIndex ? entries : indexOf(entries, { faults, invalid: [] });
    if (faults.length > 0 && options.onFault !== 'isolate') throw new DefinitionError(faults);
    this.options = options;
    this.faults = Object.freeze(distinct(faults));
    this.#index = index;
  }

  /** The prompt of a name: its highest released version, or the version that `name@version` says. */
  get(name: string): Definition | undefined {
    const asked = splitName(name);
    const versions = this.#index.get(asked.name);
    return asked.version === undefined ? versions?.[0] : versions?.find(({ version }) => version === asked.version);
  }

  /** The resource readers of its packs, in the order in which they are asked. */
  get sources(): readonly Definition[] {
    return this.#index.sources;
  }

  /** All definitions, by their names: the versions of each, the highest released first. */
  get named(): ReadonlyMap<string, NamedPrompts> {
    return this.#index.named;
  }

  /** The versions of a name, the highest released first. */
  versions(name: string): NamedPrompts | undefined {
    return this.#index.get(name);
  }

  /** The prompt that a class declares; nothing where the class has been mounted more than once. */
  of(type: InjectableClass<object>): Definition | undefined {
    const found = this.all(type);
    return found.length === 1 ? found[0] : undefined;
  }

  /** The prompts that a class declares: one each time that it has been listed or mounted. */
  all(type: InjectableClass<object>): readonly Definition[] {
    this.#byClass ??= groupBy(this.list(), ({ type: each }) => each); // Clients ask by name.
    return this.#byClass.get(type) ?? [];
  }

  /** The names of all prompts, in the order of their code units. */
  names(): readonly string[] {
    return this.#index.names;
  }

  /** All prompts, in the order of their names, each with all its versions. */
  list(): readonly Definition[] {
    return [...this.#index];
  }

  /**
   * A registry with these prompts too; one of a name and version that is there already takes its place. Labels that have
   * been moved stay where they are, whatever the new code says.
   * @throws {DefinitionError} with every fault of every prompt, unless they are isolated
   */
  with(...entries: readonly RegistryEntry[]): Registry {
    const added = new Registry(entries, this.options);
    const labelled = added.list().map((each) => {
      const [known] = this.#index.get(each.name) ?? [];
      return known === undefined ? each : withMoved(each, known.movedLabels);
    });
    const faults = [...added.faults];
    return this.#made(this.#index.with([...labelled, ...added.sources], faults), faults);
  }

  /** A registry without the prompts of these names, or of `name@version`; what is not there changes nothing. */
  without(...names: readonly string[]): Registry {
    return this.#made(this.#index.without(names));
  }

  /**
   * A registry in which a label points to another version of its name: `withLabel('production', 'review@1.2.0')`. It
   * stays there when prompts are replaced, until it is moved again.
   * @throws {DefinitionError} where there is no such version, or the label cannot be one
   */
  withLabel(label: string, to: string): Registry {
    return this.#made(this.#index.with(moveLabel(label, to, this.list()), []));
  }

  /**
   * A registry in which new classes take the place of old ones, in the packs that those came in: as one step, in which a
   * name that another definition has is refused. A class of the same name takes the place of the old one, wherever it is
   * mounted; labels that have been moved stay where they are.
   * @param old the classes, or definitions, that go
   * @throws {DefinitionError} with every fault of every new class, unless they are isolated; this registry stays as it is
   */
  exchange(old: Iterable<PromptClass | Definition>, entries: Iterable<PromptClass | Definition>): Registry {
    const gone = new Set<unknown>(old);
    const removed = this.list().filter((each) => gone.has(each.type) || gone.has(each));
    const findings: Findings = { faults: [], invalid: [] };
    const compiled = [...indexOf(entries, findings)];
    const added = withMovedLabels(mountedAlike({ removed, compiled }, findings.faults), removed);
    return this.#made(this.#index.exchange(removed, added, findings.faults), findings.faults);
  }

  #made(index: DefinitionIndex, faults: readonly DefinitionFault[] = []): Registry {
    return new Registry(index, this.options, [...this.faults, ...faults]);
  }
}

function groupBy<Key>(
  definitions: readonly Definition[],
  keyOf: (definition: Definition) => Key,
): Map<Key, Definition[]> {
  const groups = new Map<Key, Definition[]>();
  for (const definition of definitions) {
    const key = keyOf(definition);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [definition]);
    else group.push(definition);
  }
  return groups;
}
