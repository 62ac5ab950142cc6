import {
  Arg,
  NotFoundError,
  Prompt,
  type PromptHandler,
  type RequestContext,
  type ResourceContents,
  ResourceReader,
  Runtime,
} from '@cuecard/core';

type Book = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });

/** Resources in memory, which can be watched. */
export class Shelf extends ResourceReader {
  readonly #watches = new Map<string, Set<() => void>>();
  #waiting: (() => void)[] = [];
  readonly #books = new Map<string, Book>([
    ...Array.from({ length: 7 }, (_, index): [string, Book] => [
      `shelf:///${index}`,
      { mimeType: 'text/plain', text: `Book ${index}` },
    ]),
    ['shelf:///cover', { mimeType: 'image/png', blob: 'iVBORw0KGgo=' }],
  ]);

  override async read(uri: string): Promise<ResourceContents> {
    if (uri === 'shelf:///burnt') throw new Error('the shelf is on fire');
    const book = this.#books.get(uri);
    if (book === undefined) throw new NotFoundError('resource', uri, { cause: 'It was never written' });
    return { uri, ...book };
  }

  override async *list({ after = '' }: { after?: string } = {}) {
    for (const [uri, { mimeType }] of this.#books) if (uri > after) yield { uri, name: uri.slice(9), mimeType };
  }

  override get templates() {
    return [{ uriTemplate: 'shelf:///{number}', name: 'book', description: 'A book, by its number' }];
  }

  override watch = async (uri: string, changed: () => void) => {
    await this.read(uri);
    const listeners = this.#watches.get(uri) ?? new Set();
    this.#watches.set(uri, listeners.add(changed));
    this.#wake();
    return () => {
      listeners.delete(changed);
      this.#wake();
    };
  };

  edit(uri: string, text: string): void {
    this.#books.set(uri, { mimeType: 'text/plain', text });
    for (const changed of this.#watches.get(uri) ?? []) changed();
  }

  /** Waits until this many watches are open. */
  async watching(count: number): Promise<void> {
    while (this.#watchCount() !== count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #watchCount(): number {
    return [...this.#watches.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

class EditArgs {
  @Arg()
  uri = '';

  @Arg()
  text = '';

  @Arg()
  times = 1;
}

/** Returns a runtime whose `edit` prompt rewrites a book of its shelf a number of times. */
export function createShelf(): { readonly name: 'shelf'; readonly runtime: Runtime; readonly shelf: Shelf } {
  const shelf = new Shelf();

  @Prompt({ args: EditArgs, description: 'Writes a book anew' })
  class Edit implements PromptHandler<EditArgs> {
    render({ uri, text, times }: EditArgs) {
      for (let time = 0; time < times; time += 1) shelf.edit(uri, text);
      return text;
    }
  }

  @Prompt()
  class WhoAsks implements PromptHandler {
    render = (_: object, { client }: RequestContext) => JSON.stringify(client ?? null);
  }

  const runtime = new Runtime({
    prompts: [Edit, WhoAsks],
    pageSize: 3,
    limits: { subscriptions: 3 },
    logger: { warn() {}, error() {} },
    resources: shelf,
  });
  return { name: 'shelf', runtime, shelf };
}
