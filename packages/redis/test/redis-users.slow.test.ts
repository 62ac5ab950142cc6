/** @slow needs Redis */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byLabel, definePrompt, Runtime } from '@cuecard/core';
import type { LabelError } from '@cuecard/labels';
import { redisLabels } from '@cuecard/redis';
import { createClient } from '@redis/client';
import { expect, test } from '@jest/globals';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

const quiet = { error: () => {}, warn: () => {} };
const PAGE = join(import.meta.dirname, '../../../docs/instances.md');

describeWithRedis(`a user of ${REDIS} that cannot move labels`, () => {
  test('follows them, and announces what it serves, with the rights that the documentation shows', async () => {
    const server = await RedisServer.start();
    const [rights = ''] = /^ACL SETUSER instance .*$/m.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const words = rights.match(/\([^)]*\)|\S+/g) ?? [];
    await server.send(...words);
    const warnings: string[] = [];
    const logger = {
      error: (line: string) => void warnings.push(line),
      warn: (line: string) => void warnings.push(line),
    };
    const url = `redis://instance:password@127.0.0.1:${server.port}`;
    const operator = redisLabels({ client: server.client(), namespace: 'greetings', logger });
    await operator.ready();
    await operator.set('production', 'review@1.0.0', { by: 'ada' });
    const labels = redisLabels({ client: createClient({ url }), namespace: 'greetings', instance: 'reader', logger });
    await labels.ready();
    const prompts = ['1.0.0', '2.0.0'].map((version) =>
      definePrompt({ name: 'review', version, render: () => version }),
    );
    const runtime = new Runtime({ prompts, labels, select: byLabel('production'), logger: quiet });
    const codeOf = ({ code }: LabelError) => code;
    const refused = await labels.set('production', 'review@2.0.0', { by: 'eve', force: true }).catch(codeOf);
    let lacking: unknown;
    for (let left = 60; left > 0 && lacking !== 'lacking'; left -= 1) {
      await sleep(50);
      lacking = await operator.set('canary', 'review@3.0.0', { by: 'ada' }).catch(codeOf);
    }
    const seen = [refused, lacking, labels.state.status, runtime.find('review')?.version, warnings];
    await Promise.all([labels.close(), operator.close()]);
    await server.stop();
    expect(seen).toEqual(['unreachable', 'lacking', 'fresh', '1.0.0', []]);
  }, 20_000);
});
