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

/** A reader of `memo:a` and `memo:b`, whose changes a test makes. */
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

describe('a subscription begins as every request does', () => {
  const subscribe = (options: Partial<RuntimeOptions>, call?: CallOptions) =>
    resourcesOf(options)
      .subscriptions(() => {})
      .add('memo:a', call);

  test('with `prepare`, which may refuse it', async () => {
    const prepare = throwing(new RequestError('Closed', { code: 1 }));
    await expect(subscribe({ prepare })).rejects.toMatchObject({ message: 'Closed' });
  });

  test('with the interceptors of the runtime and of its pack', async () => {
    const seen: string[] = [];
    const note =
      (by: string): Interceptor =>
      (call, next) => (seen.push(`${by} ${call.method} ${JSON.stringify(call.params)}`), next());
    const pack = definePack({ name: 'desk', version: '1.0.0', resources: new Memos(), interceptors: [note('pack')] });
    const { resources } = new Runtime({ prompts: [pack], interceptors: [note('runtime')], logger });
    await resources?.subscriptions(() => {}).add('memo:a');
    expect(seen).toEqual(['runtime', 'pack'].map((by) => `${by} resources/subscribe {"uri":"memo:a"}`));
  });

  test('and an interceptor that refuses everything refuses it', async () => {
    const refuse: Interceptor = () => Promise.reject(new RequestError('Forbidden', { code: 1 }));
    await expect(subscribe({ interceptors: [refuse] })).rejects.toMatchObject({ message: 'Forbidden' });
  });

  test('and leaves no watch if an interceptor refuses it after it has begun', async () => {
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

  test('and ends when the resource is no longer served', async () => {
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

describe('an interceptor that passes on another URI', () => {
  const rewrite =
    (uri: string): Interceptor =>
    (call, next) =>
      call.method === 'resources/read' ? next({ uri }) : next();

  test('has that one read', async () => {
    const { contents } = await resourcesOf({ interceptors: [rewrite('memo:b')] }).read({ uri: 'memo:a' });
    expect(contents).toEqual([{ uri: 'memo:b', mimeType: 'text/plain', text: 'Text of memo:b' }]);
  });

  test('reaches no other reader: that has interceptors of its own', async () => {
    const pack = definePack({ name: 'other', version: '1.0.0', resources: new Other() });
    const resources = resourcesOf({ prompts: [pack], interceptors: [rewrite('other:a')] });
    await expect(resources.read({ uri: 'memo:a' })).rejects.toMatchObject({ message: 'No resource at "other:a"' });
  });
});

test("a pack's interceptors guard the completion of its templates", async () => {
  const refuse: Interceptor = () => Promise.reject(new RequestError('Forbidden', { code: 1 }));
  const pack = definePack({ name: 'desk', version: '1.0.0', resources: new Memos(), interceptors: [refuse] });
  const runtime = new Runtime({ prompts: [pack], logger });
  const ref = { type: 'ref/resource', uri: 'memo:{name}' } as const;
  await expect(runtime.complete({ ref, argument: { name: 'name', value: '' } })).rejects.toMatchObject({
    message: 'Forbidden',
  });
});

test('parameters that cannot be read are refused as missing ones are', async () => {
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
