import {
  type CallOptions,
  definePack,
  type Interceptor,
  NotFoundError,
  Registry,
  RequestError,
  type ListedResource,
  ResourceReader,
  type Resources,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { throwing } from './support/throwing.ts';

const logger = { error() {}, warn() {} };

/** A reader of `memo:a` and `memo:b` that reports changes on demand. */
class Memos extends ResourceReader {
  #changed: () => void = () => {};
  ends = 0;

  override accepts(uri: string): boolean {
    return uri.startsWith('memo:');
  }

  override async read(uri: string) {
    if (!['memo:a', 'memo:b'].includes(uri)) throw new NotFoundError('resource', uri);
    return { uri, mimeType: 'text/plain', text: `Text of ${uri}` };
  }

  override async *list(): AsyncIterable<ListedResource> {
    yield { uri: 'memo:a', name: 'a' };
  }

  override get templates() {
    return [{ uriTemplate: 'memo:{name}', name: 'memo' }];
  }

  override async complete() {
    return ['memo:a'];
  }

  override async watch(_uri: string, changed: () => void) {
    this.#changed = changed;
    return () => void (this.ends += 1);
  }

  change(): void {
    this.#changed();
  }
}

class Other extends Memos {
  override accepts(uri: string): boolean {
    return uri.startsWith('other:');
  }
}

const resourcesOf = (options: Partial<RuntimeOptions>) =>
  new Runtime({ prompts: [], resources: new Memos(), logger, ...options }).resources as Resources;

describe('Resources.subscriptions', () => {
  const subscribe = (options: Partial<RuntimeOptions>, call?: CallOptions) =>
    resourcesOf(options)
      .subscriptions(() => {})
      .add('memo:a', call);

  test('rejects with the error of RuntimeOptions.prepare', async () => {
    const prepare = throwing(new RequestError('Closed', { code: 1 }));
    await expect(subscribe({ prepare })).rejects.toMatchObject({ message: 'Closed' });
  });

  test('runs the interceptors of the runtime and of the pack', async () => {
    const seen: string[] = [];
    const note =
      (by: string): Interceptor =>
      (call, next) => (seen.push(`${by} ${call.method} ${JSON.stringify(call.params)}`), next());
    const pack = definePack({ name: 'desk', version: '1.0.0', resources: new Memos(), interceptors: [note('pack')] });
    const { resources } = new Runtime({ prompts: [pack], interceptors: [note('runtime')], logger });
    await resources?.subscriptions(() => {}).add('memo:a');
    expect(seen).toEqual(['runtime', 'pack'].map((by) => `${by} resources/subscribe {"uri":"memo:a"}`));
  });

  test('rejects with the error of an interceptor', async () => {
    const refuse: Interceptor = () => Promise.reject(new RequestError('Forbidden', { code: 1 }));
    await expect(subscribe({ interceptors: [refuse] })).rejects.toMatchObject({ message: 'Forbidden' });
  });

  test('ends the watch if an interceptor rejects after calling next', async () => {
    const memos = new Memos();
    const refuse: Interceptor = async (_, next) => {
      await next();
      throw new RequestError('Forbidden', { code: 1 });
    };
    const changed: string[] = [];
    const subscriptions = resourcesOf({ resources: memos, interceptors: [refuse] }).subscriptions(
      (uri) => void changed.push(uri),
    );
    await expect(subscriptions.add('memo:a')).rejects.toMatchObject({ message: 'Forbidden' });
    expect([memos.ends, changed]).toEqual([1, []]);
  });

  test('ends the watch when the resource is removed', async () => {
    const memos = new Memos();
    const pack = definePack({ name: 'desk', version: '1.0.0', resources: memos });
    const runtime = new Runtime({ prompts: [pack], logger });
    const changed: string[] = [];
    await runtime.resources?.subscriptions((uri) => void changed.push(uri)).add('memo:a');
    memos.change();
    runtime.replace(new Registry([]));
    memos.change();
    expect([changed, memos.ends]).toEqual([['memo:a'], 1]);
  });
});

describe('Interceptor that changes the URI of a read', () => {
  const rewrite =
    (uri: string): Interceptor =>
    (call, next) =>
      call.method === 'resources/read' ? next({ uri }) : next();

  test('reads the new URI', async () => {
    const { contents } = await resourcesOf({ interceptors: [rewrite('memo:b')] }).read({ uri: 'memo:a' });
    expect(contents).toEqual([{ uri: 'memo:b', mimeType: 'text/plain', text: 'Text of memo:b' }]);
  });

  test('does not read from another reader', async () => {
    const pack = definePack({ name: 'other', version: '1.0.0', resources: new Other() });
    const resources = resourcesOf({ prompts: [pack], interceptors: [rewrite('other:a')] });
    await expect(resources.read({ uri: 'memo:a' })).rejects.toMatchObject({ message: 'No resource at "other:a"' });
  });
});

describe('Runtime.complete for templates of a pack', () => {
  test('rejects with the error of a pack interceptor', async () => {
    const refuse: Interceptor = () => Promise.reject(new RequestError('Forbidden', { code: 1 }));
    const pack = definePack({ name: 'desk', version: '1.0.0', resources: new Memos(), interceptors: [refuse] });
    const runtime = new Runtime({ prompts: [pack], logger });
    const ref = { type: 'ref/resource', uri: 'memo:{name}' } as const;
    await expect(runtime.complete({ ref, argument: { name: 'name', value: '' } })).rejects.toMatchObject({
      message: 'Forbidden',
    });
  });
});

describe('Runtime.methods', () => {
  test('rejects unreadable params with -32602', async () => {
    const trap = throwing(new Error('caught in a trap'));
    const params = new Proxy({}, { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap });
    const { methods } = new Runtime({ prompts: [], resources: new Memos(), logger });
    const refusals = [...methods].map(async ([name, { answer }]) => [
      name,
      await answer(params).then(
        () => 'answered',
        (error: unknown) => error instanceof RequestError && error.code,
      ),
    ]);
    expect(Object.fromEntries(await Promise.all(refusals))).toMatchObject({
      'prompts/get': -32602,
      'completion/complete': -32602,
      'resources/read': -32602,
    });
  });
});
