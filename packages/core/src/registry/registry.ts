import type { Definition } from '../definition/definition.js';
import { type DefinitionFault, DefinitionError, distinct } from '../definition-error.js';
import type { KindName } from '../errors.js';
import type { DefinitionIndex, NamedDefinitions } from './definition-index.js';
import { Definitions } from './definitions.js';
import { groupBy } from './grouping.js';
import type { RegistryEntry } from './pack.js';
import { mountedAlike, withMovedLabels } from './exchange.js';
import { definitionsOf, type Findings } from './unpack.js';
import type { InjectableClass } from '../types.js';
import type { PromptClass } from '../prompt/prompt-handler.js';
import { moveLabel, withMoved } from './labels.js';
import { splitName } from '../definition/version.js';

export interface RegistryOptions {
  /**
   * What becomes of definitions that are declared wrongly: `throw` refuses all, with every fault in one error; `isolate`
   * leaves them out and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
}

/**
 * What a server offers, compiled, in the order of the names. It never changes: `with` and `without` give a new one. A name
 * is that of a prompt, unless another kind is given.
 */
export class Registry {
  /** What is wrong with definitions that have been left out. */
  readonly faults: readonly DefinitionFault[];
  readonly options: RegistryOptions;
  readonly #definitions: Definitions;
  #byClass: ReadonlyMap<InjectableClass<object>, readonly Definition[]> | undefined;

  /**
   * @param known faults of definitions that have been left out before
   * @throws {DefinitionError} with every fault of every definition, unless they are isolated
   * @throws {TypeError} for what is no list
   */
  constructor(entries: Iterable<RegistryEntry>, options: RegistryOptions = {}, known: readonly DefinitionFault[] = []) {
    const faults = [...known];
    const definitions = entries instanceof Definitions ? entries : definitionsOf(entries, { faults, invalid: [] });
    if (faults.length > 0 && options.onFault !== 'isolate') throw new DefinitionError(faults);
    this.options = options;
    this.faults = Object.freeze(distinct(faults));
    this.#definitions = definitions;
  }

  /** The definition of a name: its highest released version, or the version that `name@version` says. */
  get(name: string, kind: KindName = 'prompt'): Definition | undefined {
    const asked = splitName(name);
    const versions = this.versions(asked.name, kind);
    return asked.version === undefined ? versions?.[0] : versions?.find(({ version }) => version === asked.version);
  }

  /** The versions of a name, the highest released first. */
  versions(name: string, kind: KindName = 'prompt'): NamedDefinitions | undefined {
    return this.index(kind).get(name);
  }

  /** The definitions of one kind. */
  index(kind: KindName): DefinitionIndex {
    return this.#definitions.of(kind);
  }

  /** The definition that a class declares; nothing where the class has been mounted more than once. */
  of(type: InjectableClass<object>): Definition | undefined {
    const found = this.all(type);
    return found.length === 1 ? found[0] : undefined;
  }

  /** The definitions that a class declares: one each time that it has been listed or mounted. */
  all(type: InjectableClass<object>): readonly Definition[] {
    this.#byClass ??= groupBy(this.list(), ({ type: each }) => each); // Clients ask by name.
    return this.#byClass.get(type) ?? [];
  }

  /** The names of one kind, in the order of their code units. */
  names(kind: KindName = 'prompt'): readonly string[] {
    return this.index(kind).names;
  }

  /**
   * All definitions, or those of one kind: in the order of their names, each with all its versions, and then those that
   * answer for many names, such as resource readers, in the order in which they are asked.
   */
  list(kind?: KindName): readonly Definition[] {
    return [...(kind === undefined ? this.#definitions : this.index(kind))];
  }

  /**
   * A registry with these definitions too; one of a name and version that is there already takes its place. Labels that have
   * been moved stay where they are, whatever the new code says.
   * @throws {DefinitionError} with every fault of every definition, unless they are isolated
   */
  with(...entries: readonly RegistryEntry[]): Registry {
    const added = new Registry(entries, this.options);
    const labelled = added.list().map((each) => {
      const [known] = this.versions(each.name, each.kind.name) ?? [];
      return known === undefined ? each : withMoved(each, known.movedLabels);
    });
    const faults = [...added.faults];
    return this.#made(this.#definitions.with(labelled, faults), faults);
  }

  /** A registry without the prompts of these names, or of `name@version`; what is not there changes nothing. */
  without(...names: readonly string[]): Registry {
    return this.#made(this.#definitions.without(names, 'prompt'));
  }

  /**
   * A registry in which a label points to another version of its name: `withLabel('production', 'review@1.2.0')`. It
   * stays there when definitions are replaced, until it is moved again.
   * @throws {DefinitionError} where there is no such version, or the label cannot be one
   */
  withLabel(label: string, to: string, kind: KindName = 'prompt'): Registry {
    return this.#made(this.#definitions.with(moveLabel(label, to, this.list(kind)), []));
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
    const compiled = [...definitionsOf(entries, findings)];
    const added = withMovedLabels(mountedAlike({ removed, compiled }, findings.faults), removed);
    return this.#made(this.#definitions.exchange(removed, added, findings.faults), findings.faults);
  }

  #made(definitions: Definitions, faults: readonly DefinitionFault[] = []): Registry {
    return new Registry(definitions, this.options, [...this.faults, ...faults]);
  }
}
