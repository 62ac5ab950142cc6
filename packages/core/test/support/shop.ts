import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { byLabel, byPercentage, type Interceptor, type Registry, Runtime, NotFoundError } from '@cuecard/core';
import { ALL, type Caller, type Expected, expectedOf, first, generationOf, metaOf, versionIn } from './generations.ts';

const PAGE = 7;

/** Delays every third request by a turn of the event loop. */
const dawdle: Interceptor = async (call, next) => {
  if (Number(call.context.requestId) % 3 === 0) await turn();
  return next();
};

/** A runtime, and the generation that it serves. */
export class Shop {
  readonly runtime = new Runtime({
    prompts: first(),
    pageSize: PAGE,
    select: [byPercentage('canary', 50), byLabel('2.0.0')],
    interceptors: [dawdle],
    logger: { error: () => {}, warn: () => {} },
  });
  generation = 0;
  isOpen = true;
  requests = 0;
  readonly past: WeakRef<Registry>[] = [];

  change(): void {
    this.past.push(new WeakRef(this.runtime.registry));
    this.generation += 1;
    this.runtime.replace(generationOf(this.runtime.registry, this.generation));
  }

  async caller(index: number): Promise<Caller> {
    const scopes = index % 2 === 0 ? ['staff'] : [];
    const auth = { principal: `client ${index}`, scopes, claims: { team: index % 3 === 0 ? 'red' : 'blue' } };
    const { _meta } = await this.runtime.prompts.get({ name: 'review', arguments: { note: 'hello' } }, { auth });
    // The canary version of the first generation is the old version.
    return { auth, isCanary: versionIn(_meta) === '1.0.0' };
  }
}

/** Sends one request after another, and computes the expected result before each. */
class Customer {
  readonly #shop: Shop;
  readonly #caller: Caller;
  #turn = 0;

  constructor(shop: Shop, caller: Caller) {
    this.#shop = shop;
    this.#caller = caller;
  }

  async stay(): Promise<void> {
    while (this.#shop.isOpen) {
      await this.#walk();
      for (const name of ALL) await this.#ask(name);
    }
  }

  /** Checks that each page is of one generation, and starts where the previous page ended. */
  async #walk(): Promise<void> {
    let [cursor, last]: (string | undefined)[] = [];
    do {
      const rest = this.#expected().filter(({ name }) => last === undefined || name > last);
      const { prompts, nextCursor } = await this.#shop.runtime.prompts.list(
        { ...(cursor && { cursor }) },
        this.#call(),
      );
      assert.deepEqual(
        prompts.map(({ name, description, _meta }) => ({ name, description, version: versionIn(_meta) })),
        rest.slice(0, PAGE),
      );
      assert.equal(nextCursor !== undefined, rest.length > PAGE);
      [cursor, last] = [nextCursor, prompts.at(-1)?.name];
    } while (cursor !== undefined);
  }

  async #ask(name: string): Promise<void> {
    const expected = this.#expected().find((each) => each.name === name);
    if (expected === undefined) return this.#miss(name);
    await (this.#turn % 2 === 0 ? this.#get(expected) : this.#complete(expected));
  }

  async #get(expected: Expected): Promise<void> {
    const { name, description } = expected;
    const note = `note ${this.#turn}`;
    const args = { note, ms: String(this.#turn % 7 === 0 ? 15 : 0) }; // Longer than a generation.
    const result = await this.#shop.runtime.prompts.get({ name, arguments: args }, this.#call());
    const content = { type: 'text', text: `${description}: ${note}` };
    assert.deepEqual(result, { messages: [{ role: 'user', content }], ...metaOf(expected) });
  }

  async #complete({ name, description }: Expected): Promise<void> {
    const value = `typed ${this.#turn}`;
    const params = { ref: { type: 'ref/prompt', name }, argument: { name: 'note', value } } as const;
    const { completion } = await this.#shop.runtime.complete(params, this.#call());
    assert.deepEqual(completion, { values: [`${value} ${description}`], total: 1, hasMore: false });
  }

  async #miss(name: string): Promise<void> {
    const missed = this.#shop.runtime.prompts.get({ name, arguments: { note: 'hello' } }, this.#call());
    await assert.rejects(missed, NotFoundError);
  }

  #expected(): Expected[] {
    return expectedOf(this.#shop.generation, this.#caller);
  }

  #call() {
    this.#turn += 1;
    this.#shop.requests += 1;
    return { auth: this.#caller.auth, requestId: this.#shop.requests };
  }
}

/** Runs the customers until the work is done or one of them gets a wrong result. */
export async function serve(shop: Shop, callers: readonly Caller[], work: () => Promise<void>): Promise<void> {
  const stays = callers.map((caller) => new Customer(shop, caller).stay());
  try {
    await Promise.race([work(), ...stays]);
  } finally {
    shop.isOpen = false;
  }
  await Promise.all(stays);
}
