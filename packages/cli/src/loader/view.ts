import type { Module, ModuleInstance } from './module.js';
import type { Scopes } from './scope.js';

/**
 * A module as one importer sees it: the namespace object of an import. While an update is open, code that it runs sees
 * the new instance, and all other code the old one. Code of an instance that was replaced keeps seeing the old ones.
 */
export function viewOf(module: Module, importer: ModuleInstance | undefined, scopes: Scopes): object {
  const instance = () => scopes.current?.update.pending(module) ?? importer?.former?.get(module) ?? module.current;
  const exportsNow = () => instance()?.exports ?? NOTHING;
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      // A promise that resolves to a namespace looks for `then` in it.
      if (typeof name === 'string' && name !== 'then') scopes.current?.uses.add(module);
      return Reflect.get(exportsNow(), name) as unknown;
    },
    has: (_target, name) => Reflect.has(exportsNow(), name),
    ownKeys() {
      scopes.current?.uses.add(module);
      return Reflect.ownKeys(exportsNow()).toSorted(byName);
    },
    getOwnPropertyDescriptor(_target, name) {
      const own = Object.getOwnPropertyDescriptor(exportsNow(), name);
      return (
        own && {
          value: own.get === undefined ? own.value : own.get(),
          enumerable: !!own.enumerable,
          configurable: true,
        }
      );
    },
    set: () => false,
  });
}

/** Names come in the order of their code units; a namespace has no other keys. */
function byName(one: string | symbol, other: string | symbol): number {
  return String(one) < String(other) ? -1 : 1;
}

const NOTHING = Object.freeze(Object.create(null) as object);
