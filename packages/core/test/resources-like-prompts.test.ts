import {
  type CallOptions,
  definePack,
  defineClass,
  type Interceptor,
  mount,
  NotFoundError,
  onReadResource,
  type ListedResource,
  ResourceReader,
  type Resources,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';
import { pagesOf } from './support/pages.ts';
import { promptClass } from './support/prompts.ts';

const logger = { error() {}, warn() {} };

/** Text resources of one scheme. */
class Shelf extends ResourceReader {
  readonly #scheme: string;
  readonly #uris: Set<string>;
  #changed: () => void = () => {};

  constructor(scheme: string, ...names: string[]) {
    super();
    this.#scheme = `${scheme}:`;
    this.#uris = new Set(names.map((name) => this.#scheme + name));
  }

  override accepts(uri: string): boolean {
    return uri.startsWith(this.#scheme);
  }

  override async read(uri: string, _call?: CallOptions) {
    if (!this.#uris.has(uri)) throw new NotFoundError('resource', uri);
    return { uri, mimeType: 'text/plain', text: `Text of ${uri}` };
  }

  override async *list(): AsyncIterable<ListedResource> {
    for (const uri of [...this.#uris].toSorted()) yield { uri, name: uri };
  }

  override get templates() {
    return [{ uriTemplate: `${this.#scheme}{name}`, name: this.#scheme }];
  }

  override watchList(changed: () => void) {
    this.#changed = changed;
    return () => (this.#changed = () => {});
  }

  add(name: string): void {
    this.#uris.add(this.#scheme + name);
    this.#changed();
  }
}

const runtimeOf = (options: Partial<RuntimeOptions>) => new Runtime({ prompts: [], logger, ...options });
const resourcesOf = (options: Partial<RuntimeOptions>) => runtimeOf(options).resources as Resources;

const pack = (name: string, resources: ResourceReader, options: { interceptors?: Interceptor[] } = {}) =>
  definePack({ name, version: '1.0.0', resources, ...options });

const urisOf = async (resources: Resources, call: CallOptions = {}) => (await pagesOf(resources, call)).flat();

describe('Runtime.resources', () => {
  test('lists and reads each resource with the reader that accepts it', async () => {
    const prompts = [
      pack('one', new Shelf('b', '1', '3')),
      pack('two', new Shelf('a', '2')),
      pack('more', new Shelf('b', '9')),
    ];
    const resources = resourcesOf({ prompts, resources: new Shelf('c', '0'), pageSize: 2 });
    expect(await urisOf(resources)).toEqual(['c:0', 'b:1', 'b:3', 'a:2']);
    expect(await resources.read({ uri: 'b:3' })).toEqual({
      contents: [{ uri: 'b:3', mimeType: 'text/plain', text: 'Text of b:3' }],
    });
    await expect(resources.read({ uri: 'b:9' })).rejects.toMatchObject({ message: 'No resource at "b:9"' });
    const { resourceTemplates: templates, nextCursor: cursor = '' } = await resources.listTemplates();
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual(['a:{name}', 'b:{name}']);
    expect(await resources.listTemplates({ cursor })).toEqual({
      resourceTemplates: [{ uriTemplate: 'c:{name}', name: 'c:' }],
    });
  });

  test('hides resources of a pack from callers without its scopes', async () => {
    const prompts = [
      mount(pack('secret', new Shelf('s', '1')), { scopes: ['secret'] }),
      pack('open', new Shelf('o', '1')),
    ];
    const resources = resourcesOf({ prompts });
    const auth = { principal: 'ada', scopes: ['secret'] };
    expect([await urisOf(resources), await urisOf(resources, { auth })]).toEqual([['o:1'], ['s:1', 'o:1']]);
    await expect(resources.read({ uri: 's:1' })).rejects.toMatchObject({ message: 'No resource at "s:1"' });
    expect((await resources.read({ uri: 's:1' }, { auth })).contents).toHaveLength(1);
    const subscriptions = resources.subscriptions(() => {});
    await expect(subscriptions.add('s:1')).rejects.toMatchObject({ message: 'No resource at "s:1"' });
  });

  test('runs the interceptors of the runtime and of the pack', async () => {
    const seen: unknown[] = [];
    const note =
      (by: string): Interceptor =>
      (call, next) => (seen.push([by, call.method, call.definition?.owner]), next());
    const runtime = runtimeOf({
      prompts: [pack('desk', new Shelf('d', '1'), { interceptors: [note('pack')] })],
      interceptors: [note('runtime')],
    });
    const resources = runtime.resources as Resources;
    await resources.list();
    await resources.listTemplates();
    await resources.read({ uri: 'd:1' });
    const subscriptions = resources.subscriptions(() => {});
    await subscriptions.add('d:1');
    await subscriptions.remove('d:1');
    await runtime.complete({ ref: { type: 'ref/resource', uri: 'd:{name}' }, argument: { name: 'name', value: '' } });
    expect(seen).toEqual([
      ['runtime', 'resources/list', undefined],
      ['runtime', 'resources/templates/list', undefined],
      ['runtime', 'resources/read', 'desk'],
      ['pack', 'resources/read', 'desk'],
      ['runtime', 'resources/subscribe', 'desk'],
      ['pack', 'resources/subscribe', 'desk'],
      ['runtime', 'completion/complete', 'desk'],
      ['pack', 'completion/complete', 'desk'],
    ]);
  });

  test('validates contents that an interceptor has changed', async () => {
    const sign = onReadResource(async (_, next) => {
      const { contents } = await next();
      return { contents: contents.map((each) => ({ ...each, mimeType: 'text/markdown' })) };
    });
    const shelf = new Shelf('d', '1');
    expect(await resourcesOf({ resources: shelf, interceptors: [sign] }).read({ uri: 'd:1' })).toEqual({
      contents: [{ uri: 'd:1', mimeType: 'text/markdown', text: 'Text of d:1' }],
    });
    const spoil = onReadResource(async () => ({ contents: [{ uri: 'd:1' } as never] }));
    await expect(resourcesOf({ resources: shelf, interceptors: [spoil] }).read({ uri: 'd:1' })).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
  });

  test('aborts the signal of a read that fails', async () => {
    let signal: AbortSignal | undefined;
    class Failing extends Shelf {
      override read(_uri: string, call?: CallOptions): Promise<never> {
        signal = call?.signal;
        return Promise.reject(new Error('disk'));
      }
    }
    await expect(resourcesOf({ resources: new Failing('f') }).read({ uri: 'f:1' })).rejects.toMatchObject({
      code: -32603,
    });
    expect([signal?.aborted, (signal?.reason as Error | undefined)?.message]).toEqual([true, 'Internal error']);
  });

  test('lists each resource once even if a reader ignores `after`', async () => {
    const names = Array.from({ length: 25 }, (_, index) => String(index).padStart(2, '0'));
    const resources = resourcesOf({ resources: new Shelf('x', ...names), pageSize: 4 });
    expect(await urisOf(resources)).toEqual(names.map((name) => `x:${name}`));
  });
});

describe('Runtime.onListChanged for resources', () => {
  useFakeTime();

  const kindsAfter = async (runtime: Runtime, change: () => void) => {
    const kinds: string[] = [];
    const end = runtime.onListChanged((kind) => void kinds.push(kind));
    await runtime.resources?.list();
    change();
    await notified();
    end();
    return kinds;
  };

  test('notifies once about changes by a reader or a new registry', async () => {
    const shelf = new Shelf('a', '1');
    const runtime = runtimeOf({ resources: shelf });
    const add = () => {
      shelf.add('2');
      shelf.add('3');
    };
    expect(await kindsAfter(runtime, add)).toEqual(['resource']);
    const replace = () => runtime.replace(runtime.registry.with(pack('more', new Shelf('b', '1'))));
    expect(await kindsAfter(runtime, replace)).toEqual(['resource']);
    expect(await kindsAfter(runtime, () => runtime.replace(runtime.registry.without(['none'])))).toEqual([]);
  });
});

describe('Runtime.methods', () => {
  test('includes resource and tool methods only if they are available', async () => {
    const Greet = promptClass('Greet', 'Hello', { name: 'greet' });
    const runtime = runtimeOf({ prompts: defineClass(Greet) });
    const rows = (of: Runtime) => [...of.methods.values()].map(({ name, capability }) => [name, capability]);
    const prompts = [
      ['prompts/list', 'prompts'],
      ['prompts/get', 'prompts'],
      ['completion/complete', 'completions'],
    ];
    const tools = [
      ['tools/list', 'tools'],
      ['tools/call', 'tools'],
    ];
    // Tools are available, because some hosts get prompts as tools.
    expect(rows(runtime)).toEqual([...prompts, ...tools]);
    expect(rows(runtimeOf({ prompts: defineClass(Greet), promptsAsTools: false }))).toEqual(prompts);
    expect(rows(runtimeOf({ resources: new Shelf('a') }))).toEqual([
      ...prompts,
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resources'],
      ['resources/read', 'resources'],
    ]);
    expect(await runtime.methods.get('prompts/get')?.answer({ name: 'greet' })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
    });
  });
});

describe('Runtime lists', () => {
  test('returns the first page for null params', async () => {
    const runtime = runtimeOf({ resources: new Shelf('a', '1') });
    expect(await runtime.prompts.list(null as never)).toEqual({ prompts: [] });
    expect((await runtime.resources?.list(null as never))?.resources).toEqual([{ uri: 'a:1', name: 'a:1' }]);
  });
});
