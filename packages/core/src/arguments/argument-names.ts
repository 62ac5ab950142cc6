import type { ArgDefinition } from './arg-definition.js';
import type { Origin } from './argument-type.js';
import type { ArgumentFault } from '../errors.js';
import { NameIndex } from '../text/name-index.js';
import { nearest } from '../text/nearest.js';

/** The arguments of one class, by the names that one kind of caller uses. */
class ArgumentNames {
  readonly arguments: ReadonlyMap<string, ArgDefinition>;
  /** Created at the first unknown name. */
  #index: NameIndex | undefined;

  constructor(entries: Iterable<readonly [string, ArgDefinition]>) {
    this.arguments = new Map(entries);
  }

  /** The name that was probably meant. */
  nearest(name: string): string | undefined {
    this.#index ??= new NameIndex([...this.arguments.keys()]);
    return nearest(name, NameIndex.similar(name, [this.#index]));
  }

  /** The faults in the order of the class. Faults of no argument come last. */
  inOrder(faults: readonly ArgumentFault[]): ArgumentFault[] {
    const order = [...this.arguments.keys()];
    const position = ({ argument }: ArgumentFault) =>
      order.indexOf(/^[^.[]*/.exec(argument)?.[0] ?? '') + 1 || order.length + 1;
    return faults.toSorted((one, other) => position(one) - position(other));
  }
}

/** The argument names of one class: on the wire, and in process, where they are the property names. */
export class ArgumentNaming {
  readonly onWire: ArgumentNames;
  readonly inCode: ArgumentNames;

  constructor(args: readonly ArgDefinition[]) {
    this.onWire = new ArgumentNames(args.map((arg) => [arg.name, arg]));
    const isRenamed = args.some(({ name, property }) => name !== property);
    this.inCode = isRenamed ? new ArgumentNames(args.map((arg) => [arg.property, arg])) : this.onWire;
  }

  /** The names used by values of an origin. */
  of(origin: Origin): ArgumentNames {
    return origin === 'value' ? this.inCode : this.onWire;
  }
}
