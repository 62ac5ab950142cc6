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
   * What to do with definitions that are declared wrongly: `throw` rejects them all, with every fault in one error;
   * `isolate` leaves them out and reports them in `faults`.
   * @default 'throw'
   */
  readonly onFault?: 'throw' | 'isolate';
}

/**
 * The compiled definitions of a server, ordered by name. A registry is immutable: `with` and `without` return a new
 * one. Names refer to prompts, unless another kind is given.
 */
export class Registry {
  /** The faults of definitions that were left out. */
  readonly faults: readonly DefinitionFault[];
  readonly options: RegistryOptions;
  readonly #definitions: Definitions;
  #byClass: ReadonlyMap<InjectableClass<object>, readonly Definition[]> | undefined;

  /**
   * @param known faults of definitions that were left out earlier
   * @throws {DefinitionError} with every fault of every definition, unless faults are isolated
   * @throws {TypeError} if the entries are not iterable
   */
  constructor(entries: Iterable<RegistryEntry>, options: RegistryOptions = {}, known: readonly DefinitionFault[] = []) {
    const faults = [...known];
    const definitions = entries instanceof Definitions ? entries : definitionsOf(entries, { faults, invalid: [] });
    if (faults.length > 0 && options.onFault !== 'isolate') throw new DefinitionError(faults);
    this.options = options;
    this.faults = Object.freeze(distinct(faults));
    this.#definitions = definitions;
  }

  /** The highest released version of a name, or the version in `name@version`. */
  get(name: string, kind: KindName = 'prompt'): Definition | undefined {
    const asked = splitName(name);
    const versions = this.versions(asked.name, kind);
    return asked.version === undefined ? versions?.[0] : versions?.find(({ version }) => version === asked.version);
  }

  /** The versions of a name, highest release first. */
  versions(name: string, kind: KindName = 'prompt'): NamedDefinitions | undefined {
    return this.index(kind).get(name);
  }

  /** The definitions of one kind. */
  index(kind: KindName): DefinitionIndex {
    return this.#definitions.of(kind);
  }

  /** The definition of a class; `undefined` if the class is not listed, or is mounted more than once. */
  of(type: InjectableClass<object>): Definition | undefined {
    const found = this.all(type);
    return found.length === 1 ? found[0] : undefined;
  }

  /** The definitions of a class, one for each time it is listed or mounted. */
  all(type: InjectableClass<object>): readonly Definition[] {
    this.#byClass ??= groupBy(this.list(), ({ type: each }) => each); // Built lazily: clients request by name.
    return this.#byClass.get(type) ?? [];
  }

  /** The names of one kind, in code unit order. */
  names(kind: KindName = 'prompt'): readonly string[] {
    return this.index(kind).names;
  }

  /**
   * All definitions, or those of one kind. They are ordered by name, each with all its versions, followed by those that
   * answer for many names, such as resource readers, in look-up order.
   */
  list(kind?: KindName): readonly Definition[] {
    return [...(kind === undefined ? this.#definitions : this.index(kind))];
  }

  /**
   * A registry with more definitions, each replacing the one of its name and version. Labels that were moved stay where
   * they are, whatever the new code declares.
   * @throws {DefinitionError} with every fault of every definition, unless faults are isolated
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

  /** A registry without the prompts of these names, or without one `name@version`. Unknown names are ignored. */
  without(...names: readonly string[]): Registry {
    return this.#made(this.#definitions.without(names, 'prompt'));
  }

  /**
   * A registry in which a label points to another version of its name: `withLabel('production', 'review@1.2.0')`. The
   * label stays there when definitions are replaced, until it is moved again.
   * @throws {DefinitionError} if there is no such version, or the label is invalid
   */
  withLabel(label: string, to: string, kind: KindName = 'prompt'): Registry {
    return this.#made(this.#definitions.with(moveLabel(label, to, this.list(kind)), []));
  }

  /**
   * A registry in which new classes replace old ones, in the same packs. A class replaces the old class of the same
   * name wherever that is mounted. Names of other definitions cannot be taken. Labels that were moved stay where they
   * are.
   * @param old the classes or definitions to remove
   * @throws {DefinitionError} with every fault of every new class, unless faults are isolated; this registry is
   * unchanged
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
