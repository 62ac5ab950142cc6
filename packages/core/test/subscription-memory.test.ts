import { type CallOptions, defineResource, type Resources, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { collectGarbage } from './support/memory.ts';

/** Serves one resource at `page:///{name}`, whose changes the test reports. */
function serve(limits: object = {}) {
  const seen: unknown[] = [];
  const changes: (() => void)[] = [];
  const page = defineResource({
    name: 'page',
    uri: 'page:///{name}',
    args: [{ name: 'name' }],
    visible: ({ auth, client, bag, sessionId }) => seen.push({ auth, client, bag, sessionId }) > 0,
    read: () => 'text',
    watch: (_, changed) => {
      changes.push(changed);
      return () => {};
    },
  });
  const runtime = new Runtime({ resources: [page], limits, logger: { error() {}, warn() {} } });
  const updated: string[] = [];
  const subscriptions = (runtime.resources as Resources).subscriptions((uri) => updated.push(uri));
  const change = () => {
    for (const changed of changes) changed();
  };
  return { subscriptions, updated, seen, change };
}

describe('ResourceSubscriptions.add', () => {
  test.each([
    ['8192 characters by default', {}, 8_192],
    ['limits.subscribedUriLength', { subscribedUriLength: 20 }, 20],
  ])('rejects a URI longer than %s', async (_, limits, most) => {
    const { subscriptions } = serve(limits);
    await expect(subscriptions.add('page:///'.padEnd(most, 'x'))).resolves.toBeUndefined();
    const failed = subscriptions.add('page:///'.padEnd(most + 1, 'x'));
    await expect(failed).rejects.toMatchObject({
      code: -32602,
      message: `The URI has ${most + 1} characters. Subscribe to a URI with at most ${most} characters.`,
      data: { subscribedUriLength: most },
    });
  });

  test('does not keep the request in memory', async () => {
    const { subscriptions, updated, seen, change } = serve();
    const auth = { principal: 'ada', scopes: [] };
    const client = { revision: '2025-11-25' };
    const bag = {};
    const subscribe = async () => {
      const { signal } = new AbortController();
      const meta = { large: 'x' };
      const call: CallOptions = { auth, client, bag, sessionId: 's', signal, meta, elicit: async () => ({}) as never };
      await subscriptions.add('page:///one', call);
      return [call, signal, meta].map((part) => new WeakRef<object>(part));
    };
    const parts = await subscribe();
    await collectGarbage();
    expect(parts.map((part) => part.deref() === undefined)).toEqual([true, true, true]);
    change();
    expect(updated).toEqual(['page:///one']);
    expect(seen.at(-1)).toEqual({ auth, client, bag, sessionId: 's' });
  });
});
