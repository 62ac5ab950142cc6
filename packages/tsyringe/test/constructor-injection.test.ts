import { Prompt, DefinitionError, type PromptHandler, Runtime, ResourceReader, user } from '@cuecard/core';
import { formatResult, renderPrompt } from '@cuecard/testing';
import { fromContainer, injectionToken } from '@cuecard/tsyringe';
import { describe, expect, test } from '@jest/globals';
import {
  container as root,
  delay,
  type DependencyContainer,
  inject,
  injectable,
  Lifecycle,
  scoped,
  singleton,
} from 'tsyringe';

function faultsOf(make: () => unknown): unknown {
  try {
    make();
  } catch (error) {
    if (error instanceof DefinitionError) return error.faults;
    throw error;
  }
  return undefined;
}

const textOf = async (runtime: Runtime, name: string): Promise<unknown> =>
  (await runtime.prompts.get({ name })).messages.map(({ content }) => content.type === 'text' && content.text);

const compiling =
  'set emitDecoratorMetadata, and import the types of the parameters without `import type`; or add @inject(token) to each parameter';
const remedy = 'Register it in the container before you create the runtime';

describe('fromContainer()', () => {
  test('injects a service by its class, without @injectable() on the prompt', async () => {
    @injectable()
    class Clock {
      readonly year = 2026;
    }
    @Prompt()
    class Greeting implements PromptHandler {
      constructor(private readonly clock: Clock) {}
      render = () => `It is ${this.clock.year}`;
    }
    const provide = fromContainer(root.createChildContainer());
    expect(formatResult(await renderPrompt(Greeting, {}, { provide }))).toBe('user:\n  It is 2026');
  });

  test('injects a service by its abstract class', async () => {
    class Shelf extends ResourceReader {
      read = async (uri: string) => ({ uri, text: 'on the shelf' });
    }
    @Prompt()
    class Quote implements PromptHandler {
      constructor(private readonly reader: ResourceReader) {}
      render = async () => user(await this.reader.embed('shelf://1'));
    }
    const container = root.createChildContainer().register(injectionToken(ResourceReader), { useClass: Shelf });
    expect(formatResult(await renderPrompt(Quote, {}, { provide: fromContainer(container) }))).toBe(
      'user:\n  [resource shelf://1] {"mimeType":"text/plain"}:\n    on the shelf',
    );
  });
});

describe('fromContainer() without emitted types', () => {
  class Book {
    readonly title = 'Emma';
  }

  test('injects the service that is registered under the token of each parameter', async () => {
    class Quote implements PromptHandler {
      constructor(
        private readonly place: string,
        private readonly book: Book,
      ) {}
      render = () => `${this.book.title}, ${this.place}`;
    }
    Prompt()(Quote);
    inject('place')(Quote, undefined, 0);
    inject(Book)(Quote, undefined, 1);
    const container = root.createChildContainer().register('place', { useValue: 'Bath' });
    container.register(Book, { useClass: Book });
    const result = await renderPrompt(Quote, {}, { provide: fromContainer(container) });
    expect(formatResult(result)).toBe('user:\n  Emma, Bath');
  });

  test('reports a parameter without a token', () => {
    class Half {
      constructor(
        readonly place: string,
        readonly book: Book,
      ) {}
      render = () => '';
    }
    Prompt()(Half);
    inject(Book)(Half, undefined, 1);
    const resolver = fromContainer(root.createChildContainer());
    expect(faultsOf(() => new Runtime({ prompts: [Half], resolver }))).toEqual([
      {
        where: 'Half',
        type: 'Half',
        id: 'constructor-types-missing',
        problem: 'cannot be constructed: Half has constructor parameters of unknown types (Half)',
        remedy: `Add a decorator to the class, ${compiling}`,
      },
    ]);
  });
});

describe('fromContainer() with a promise as a service', () => {
  class Database {
    row = 'row';
  }
  const open = async () => new Database();

  test.each([
    ['a value', (container: DependencyContainer) => container.register(Database, { useValue: open() as never })],
    [
      'an async factory',
      (container: DependencyContainer) => container.register(Database, { useFactory: open as never }),
    ],
  ])('reports %s that is a promise, and the path to the service', (_, register) => {
    @injectable()
    class Library {
      constructor(readonly database: Database) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly library: Library) {}
      render = () => '';
    }
    const container = root.createChildContainer();
    register(container);
    const options = { prompts: [Report], resolver: fromContainer(container) };
    expect(faultsOf(() => new Runtime(options))).toEqual([
      {
        where: 'Report',
        type: 'Report',
        id: 'service-not-awaited',
        problem: 'cannot be constructed: Database is registered as a promise (Report → Library → Database)',
        remedy: 'Await it before you register it',
      },
    ]);
  });

  test.each([
    ['outlives requests', Lifecycle.Transient],
    ['belongs to a request', Lifecycle.ContainerScoped],
  ])('suggests a fix if a service that %s depends on a factory that returns a promise', async (_, lifecycle) => {
    @injectable()
    class Library {
      constructor(readonly database: Database) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly library: Library) {}
      render = () => this.library.database.row;
    }
    const container = root.createChildContainer();
    container.register(Database, { useFactory: () => open() as never });
    container.register(Library, { useClass: Library }, { lifecycle });
    const errors: unknown[] = [];
    const logger = { error: (_message: string, cause: unknown) => errors.push(cause), warn: () => {} };
    const runtime = new Runtime({ prompts: [Report], resolver: fromContainer(container), logger });
    await expect(runtime.prompts.get({ name: 'report' })).rejects.toThrow('Internal error');
    expect(errors.map(String)).toEqual([
      `Error: Cannot inject the dependency "library" at position #0 of "Report" constructor. Reason:
    Cannot inject the dependency "database" at position #0 of "Library" constructor. Reason:
        Database is a promise, because its factory is asynchronous: await the service, and register the result`,
    ]);
  });

  test('injects a promise into a parameter that is declared as a promise', async () => {
    class Report implements PromptHandler {
      constructor(private readonly database: Promise<Database>) {}
      render = async () => (await this.database).row;
    }
    Prompt()(Report);
    inject(Database)(Report, undefined, 0);
    const container = root.createChildContainer().register(Database, { useValue: open() as never });
    const result = await renderPrompt(Report, {}, { provide: fromContainer(container) });
    expect(formatResult(result)).toBe('user:\n  row');
  });
});

describe('fromContainer() at start-up', () => {
  test('reports a class that is neither registered nor @injectable(), and the path to it', () => {
    abstract class Store {
      abstract read(): string;
    }
    @injectable()
    class Library {
      constructor(readonly store: Store) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly library: Library) {}
      render = () => '';
    }
    const resolver = fromContainer(root.createChildContainer());
    expect(faultsOf(() => new Runtime({ prompts: [Report], resolver }))).toEqual([
      {
        where: 'Report',
        type: 'Report',
        id: 'service-missing',
        problem: 'cannot be constructed: Store is neither registered nor @injectable() (Report → Library → Store)',
        remedy,
      },
    ]);
  });

  test('reports string tokens, types lost in compilation, circular dependencies, and unknown parameters', () => {
    class Undecorated {
      constructor(readonly name: string) {}
    }
    @injectable()
    class Egg {
      constructor(@inject(delay(() => Hen)) readonly hen: object) {}
    }
    @injectable()
    class Hen {
      constructor(readonly egg: Egg) {}
    }
    @injectable()
    class Loop {
      constructor(@inject('loop') readonly loop: object) {}
    }
    @Prompt()
    class NeedsToken implements PromptHandler {
      constructor(@inject('key') readonly key: string) {}
      render = () => '';
    }
    @Prompt()
    class NeedsInterface implements PromptHandler {
      constructor(readonly shape: { area(): number }) {}
      render = () => '';
    }
    @Prompt()
    class NeedsLoop implements PromptHandler {
      constructor(readonly loop: Loop) {}
      render = () => '';
    }
    @Prompt()
    class NeedsUndecorated implements PromptHandler {
      constructor(readonly it: Undecorated) {}
      render = () => '';
    }
    @Prompt()
    class MayNeedEachOther implements PromptHandler {
      constructor(readonly hen: Hen) {}
      render = () => '';
    }
    @Prompt()
    class MayGoWithout implements PromptHandler {
      constructor(@inject('absent', { isOptional: true }) readonly it: unknown) {}
      render = () => '';
    }
    const container = root.createChildContainer();
    container.register('loop', { useClass: Loop }).register(Undecorated, { useClass: Undecorated });
    const prompts = [NeedsToken, NeedsInterface, NeedsLoop, NeedsUndecorated, MayNeedEachOther, MayGoWithout];
    expect(faultsOf(() => new Runtime({ prompts, resolver: fromContainer(container) }))).toEqual([
      {
        where: 'NeedsInterface',
        type: 'NeedsInterface',
        id: 'constructor-types-missing',
        problem:
          'cannot be constructed: NeedsInterface has a constructor parameter whose type is not a class: number 1 (NeedsInterface)',
        remedy: 'Use a class or an abstract class as the type, or add @inject(token) to the parameter',
      },
      {
        where: 'NeedsLoop',
        type: 'NeedsLoop',
        id: 'service-needs-itself',
        problem: 'cannot be constructed: loop depends on itself (NeedsLoop → Loop → loop → loop)',
        remedy: 'Break the cycle, for example with @inject(delay(() => …))',
      },
      {
        where: 'NeedsToken',
        type: 'NeedsToken',
        id: 'service-missing',
        problem: 'cannot be constructed: key is not registered (NeedsToken → key)',
        remedy,
      },
      {
        where: 'NeedsUndecorated',
        type: 'NeedsUndecorated',
        id: 'constructor-types-missing',
        problem:
          'cannot be constructed: Undecorated has constructor parameters of unknown types (NeedsUndecorated → Undecorated)',
        remedy: `Decorate it with @injectable(), ${compiling}`,
      },
    ]);
  });

  test('reports a singleton that would keep a request-scoped service', () => {
    @scoped(Lifecycle.ContainerScoped)
    class Transaction {}
    @singleton()
    class Cache {
      constructor(readonly transaction: Transaction) {}
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly cache: Cache) {}
      render = () => '';
    }
    expect(faultsOf(() => new Runtime({ prompts: [Report], resolver: fromContainer(root) }))).toEqual([
      {
        where: 'Report',
        type: 'Report',
        id: 'service-outlives-request',
        problem:
          'cannot be constructed: Cache is a singleton, but depends on a service that belongs to one request (Report → Cache → Transaction)',
        remedy: 'Register the singleton with Lifecycle.ContainerScoped instead',
      },
    ]);
  });

  test('reports an @injectable() class whose types the compiler did not emit', () => {
    abstract class Store {}
    class Report implements PromptHandler {
      constructor(readonly store: Store) {}
      render = () => '';
    }
    class Library {
      constructor(readonly store: Store) {}
    }
    injectable()(Report as never);
    Prompt()(Report);
    injectable()(Library as never);
    @Prompt()
    class Catalogue implements PromptHandler {
      constructor(readonly library: Library) {}
      render = () => '';
    }
    const resolver = fromContainer(root.createChildContainer());
    const unknown = 'has constructor parameters of unknown types';
    expect(faultsOf(() => new Runtime({ prompts: [Report, Catalogue], resolver }))).toEqual([
      {
        where: 'Catalogue',
        type: 'Catalogue',
        id: 'constructor-types-missing',
        problem: `cannot be constructed: Library ${unknown} (Catalogue → Library)`,
        remedy: `Add a decorator to the class, ${compiling}`,
      },
      {
        where: 'Report',
        type: 'Report',
        id: 'constructor-types-missing',
        problem: `cannot be constructed: Report ${unknown} (Report)`,
        remedy: `Add a decorator to the class, ${compiling}`,
      },
    ]);
  });

  test('accepts a class with resolvable dependencies, and constructs nothing', () => {
    let constructed = 0;
    @injectable()
    class Service {
      constructor() {
        constructed += 1;
      }
    }
    @Prompt()
    class Report implements PromptHandler {
      constructor(readonly service: Service) {}
      render = () => '';
    }
    const runtime = new Runtime({ prompts: [Report], resolver: fromContainer(root) });
    expect([runtime.registry.list().length, constructed]).toEqual([1, 0]);
  });
});

test('fromContainer() creates no child container for a class without dependencies', async () => {
  @Prompt()
  class Plain implements PromptHandler {
    render = () => 'plain';
  }
  const container = root.createChildContainer();
  container.createChildContainer = () => {
    throw new Error('not needed');
  };
  const runtime = new Runtime({ prompts: [Plain], resolver: fromContainer(container) });
  expect(await textOf(runtime, 'plain')).toEqual(['plain']);
});

test('fromContainer() names a parameter without a class by its position', () => {
  class Book {}
  interface Clock {
    readonly year: number;
  }
  @injectable()
  class Store {
    constructor(
      readonly book: Book,
      readonly clock: Clock,
    ) {}
  }
  @Prompt()
  class Named implements PromptHandler {
    constructor(readonly store: Store) {}
    render = () => '';
  }
  const resolver = fromContainer(root.createChildContainer().register(Book, { useClass: Book }));
  const ask = 'Use a class or an abstract class as the type, or add @inject(token) to the parameter';
  const problem = 'has a constructor parameter whose type is not a class';
  expect(faultsOf(() => new Runtime({ prompts: [Named], resolver }))).toEqual([
    {
      where: 'Named',
      type: 'Named',
      id: 'constructor-types-missing',
      problem: `cannot be constructed: Store ${problem}: number 2 (Named → Store)`,
      remedy: ask,
    },
  ]);
});

test('fromContainer() rejects a container whose registrations it cannot read', () => {
  const unreadable = Object.assign(root.createChildContainer(), { getAllRegistrations: undefined });
  expect(() => fromContainer(unreadable)).toThrow(
    'fromContainer() cannot read the registrations of this container. Use a container of tsyringe 4.',
  );
});
