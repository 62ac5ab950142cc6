import { Arg, Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Hosting, type Hosts, waysOf } from './hosts.ts';
import { isSelfContained, type Version } from './versions.ts';
import { closables } from '../../support/closables.ts';

const later: RequestContext[] = [];

class StepsArgs {
  @Arg({ items: Number })
  steps!: number[];
}

@Prompt({ args: StepsArgs })
class Steps implements PromptHandler<StepsArgs> {
  render({ steps }: StepsArgs, context: RequestContext) {
    for (const step of steps) context.progress(step, 10, `at ${step}`);
    later.push(context);
    return 'done';
  }
}

@Prompt()
class Odd implements PromptHandler {
  render(_: object, context: RequestContext) {
    for (const step of [Number.NaN, Number.POSITIVE_INFINITY, 1]) context.progress(step, Number.NaN);
    return 'done';
  }
}

@Prompt()
class Chatty implements PromptHandler {
  render(_: object, context: RequestContext) {
    context.log('debug', 'looking');
    context.log('info', 'found', { count: 2 });
    context.log('warning', 'few');
    context.log('error', 'none left', { big: 1n });
    later.push(context);
    return 'done';
  }
}

const silent = { error() {}, warn() {} };
/** A runtime whose prompts send progress and log messages. */
export const runtime = () => new Runtime({ prompts: [Steps, Odd, Chatty], logger: silent });
export const done = { messages: [{ role: 'user', content: { type: 'text', text: 'done' } }] };

/** Tests the progress and log messages of each server. */
export function testProgressAndLogs(hosts: Hosts): void {
  const open = closables();
  afterEach(() => void (later.length = 0));
  async function meet(hosting: Hosting, version: Version, options: { logging?: boolean } = {}) {
    const host = await hosting(runtime(), options);
    open.push(host);
    const client = await host.meet(version);
    open.push(client);
    return client;
  }

  describe.each(waysOf(hosts))('RequestContext %s, with the official %s', (...[, version, hosting]) => {
    test('sends finite, increasing progress until the result', async () => {
      const client = await meet(hosting, version);
      const received: unknown[] = [];
      const onprogress = (progress: unknown) => received.push(progress);
      expect(await client.getPrompt('steps', { steps: '1,3,3,2,4' }, { onprogress })).toEqual(done);
      later[0]?.progress(9);
      expect(await client.getPrompt('odd', {}, { onprogress })).toEqual(done);
      expect(received).toEqual([
        { progress: 1, total: 10, message: 'at 1' },
        { progress: 3, total: 10, message: 'at 3' },
        { progress: 4, total: 10, message: 'at 4' },
        { progress: 1 },
      ]);
    });

    test('returns the result if the client requests no progress', async () => {
      const client = await meet(hosting, version);
      expect(await client.getPrompt('steps', { steps: '1,2' })).toEqual(done);
    });

    test('sends no log messages without the logging option', async () => {
      const client = await meet(hosting, version);
      const lines: unknown[] = [];
      client.onLog((line) => lines.push(line));
      expect(client.serverCapabilities()).not.toHaveProperty('logging');
      await client.getPrompt('chatty');
      await client.getPrompt('chatty');
      expect(lines).toEqual([]);
    });
  });

  // Since 2026-07-28, each request sets its own log level.
  const ofSessions = waysOf(hosts).filter(([, version]) => !isSelfContained(version));
  describe.each(ofSessions)('RequestContext.log %s, with the official %s', (kind, version, hosting) => {
    test('sends log messages from the level that the client sets', async () => {
      const client = await meet(hosting, version, { logging: true });
      expect(client.serverCapabilities()).toMatchObject({ logging: {} });
      const lines: unknown[] = [];
      client.onLog((line) => lines.push(line));
      expect(await client.getPrompt('chatty')).toEqual(done);
      later[0]?.log('error', 'too late');
      const all = [
        { level: 'debug', data: 'looking' },
        { level: 'info', data: { message: 'found', count: 2 } },
        { level: 'warning', data: 'few' },
      ];
      // The server drops data that is not JSON. An SDK in memory keeps it, because it does not serialise.
      const last = kind.startsWith('by SDK') ? [{ level: 'error', data: { message: 'none left', big: 1n } }] : [];
      expect(lines).toEqual([...all, ...last]);
      lines.length = 0;
      await client.setLoggingLevel('notice');
      await client.getPrompt('chatty');
      expect(lines).toEqual([all[2], ...last]);
      lines.length = 0;
      await client.setLoggingLevel('emergency');
      await client.getPrompt('chatty');
      expect(lines).toEqual([]);
    });
  });
}
