import { Registry } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { envelope, subscriptionId } from './support/modern.ts';
import { initialize, type Json } from './support/raw.ts';
import {
  cancel,
  connect,
  key,
  newAnswer,
  newer,
  notificationOf,
  oldAnswer,
  older,
  page,
  runtimeOf,
  Say,
  say,
  wait,
  waiting,
} from './support/stdio-revisions.ts';
import { until } from './support/until.ts';

describe('serveStdio with two revisions on one connection', () => {
  test('notifies each revision of a changed list in its own format', async () => {
    const runtime = runtimeOf();
    const { lines, ask } = await connect(runtime);
    await ask(initialize('2025-11-25'));
    await ask(newer('subscriptions/listen', { notifications: { promptsListChanged: true } }, 'L'));
    runtime.replace(new Registry([Say]));
    const changed = notificationOf('notifications/prompts/list_changed');
    const notifications = (await lines.until(4)).slice(2);
    expect(notifications).toHaveLength(2);
    expect(notifications).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', method: changed.method },
        { jsonrpc: '2.0', method: changed.method, params: { _meta: { [subscriptionId]: 'L' } } },
      ]),
    );
  });

  test('sends no notifications to a 2026-07-28 client without a subscription', async () => {
    const runtime = runtimeOf();
    const { lines, ask } = await connect(runtime);
    await ask(newer('prompts/list'));
    runtime.replace(new Registry([Say]));
    await ask(newer('prompts/list'));
    expect(lines.received).toMatchObject([{ id: 1 }, { id: 1 }]);
  });

  test('notifies each revision of a changed resource until it unsubscribes', async () => {
    const { lines, ask, send } = await connect();
    const uri = 'page:///1';
    await ask(initialize('2025-11-25'));
    await ask(older('resources/subscribe', { uri }));
    await ask(newer('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }, 'L'));
    page.change();
    const notifications = (await lines.until(5)).slice(3);
    const method = 'notifications/resources/updated';
    const bare = { jsonrpc: '2.0', method, params: { uri } };
    expect(notifications).toEqual(
      expect.arrayContaining([bare, { ...bare, params: { uri, _meta: { [subscriptionId]: 'L' } } }]),
    );
    send(cancel('L'));
    await ask(newer('prompts/list'));
    page.change();
    expect((await lines.until(7))[6]).toEqual(bare);
  });

  test('cancels the named request, with or without an envelope', async () => {
    const { ask, send } = await connect();
    send(older('prompts/get', wait('old'), 'o'));
    send(newer('prompts/get', wait('new'), 'n'));
    await until(() => waiting.size === 2);
    expect([...waiting.values()].map(({ revision }) => revision).toSorted()).toEqual(['2025-03-26', '2026-07-28']);
    send(cancel('n'));
    await until(() => waiting.get('new')?.signal.aborted === true);
    expect(waiting.get('old')?.signal.aborted).toBe(false);
    send(cancel('o', envelope()));
    await until(() => waiting.get('old')?.signal.aborted === true);
    expect(await ask(newer('prompts/get', say('hi')))).toEqual(newAnswer('hi'));
  });

  test('rejects a request whose id is in use by another revision', async () => {
    const { lines, ask, send } = await connect();
    send(older('prompts/get', wait('old')));
    await until(() => waiting.size === 1);
    const used = { code: -32600, message: 'Invalid Request: a request with this id is already in progress' };
    expect(await ask(newer('prompts/get', say('new')))).toEqual({ jsonrpc: '2.0', id: 1, error: used });
    waiting.get('old')?.answer();
    expect((await lines.until(2))[1]).toEqual(oldAnswer('old'));
    expect(await ask(newer('prompts/get', say('new')))).toEqual(newAnswer('new'));
  });

  test('passes an elicitation response to its request despite requests in between', async () => {
    const { lines, ask } = await connect();
    const { params } = initialize('2025-11-25');
    await ask({ ...initialize('2025-11-25'), params: { ...params, capabilities: { elicitation: {} } } });
    lines.write(JSON.stringify(notificationOf('notifications/initialized')));
    const question = await ask(older('prompts/get', { name: 'ask' }, 'a'));
    expect(question).toMatchObject({ method: 'elicitation/create' });
    expect(await ask(newer('prompts/get', say('hi'), 'b'))).toEqual(newAnswer('hi', 'b'));
    expect(await ask(newer('prompts/get', { name: 'ask' }, 'c'))).toMatchObject({
      result: { resultType: 'input_required' },
    });
    const answer = {
      jsonrpc: '2.0',
      id: (question as { id: Json }).id,
      result: { action: 'accept', content: { word: 'this' } },
    };
    expect(await ask(answer)).toEqual(oldAnswer('this', 'a'));
    expect(lines.received).toHaveLength(5);
  });

  test('keeps the log levels of both revisions separate', async () => {
    const { ask, lines } = await connect(runtimeOf(), { logging: true });
    await ask(initialize('2025-11-25'));
    await ask(older('logging/setLevel', { level: 'error' }));
    const meta = { ...envelope(), [key('logLevel')]: 'debug' };
    await ask(older('prompts/get', { name: 'log', _meta: meta }, 'new'));
    await ask(older('prompts/get', { name: 'log' }, 'old'));
    const logged = notificationOf('notifications/message', { level: 'info', data: 'logged' });
    const [, , first, ...answers] = await lines.until(5);
    const answerTo = (id: string) => answers.find((answer) => (answer as { id?: Json }).id === id);
    expect([first, answerTo('new'), answerTo('old')]).toMatchObject([
      logged,
      newAnswer('done', 'new'),
      oldAnswer('done', 'old'),
    ]);
  });

  test('answers pending requests of both revisions before it closes', async () => {
    const { lines, send, close } = await connect();
    send(older('prompts/get', wait('old'), 'o'));
    send(newer('prompts/get', wait('new'), 'n'));
    await until(() => waiting.size === 2);
    const closed = close();
    for (const word of ['new', 'old']) waiting.get(word)?.answer();
    await closed;
    expect(lines.received).toEqual(expect.arrayContaining([newAnswer('new', 'n'), oldAnswer('old', 'o')]));
  });
});
