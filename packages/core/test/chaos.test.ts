import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, type Interceptor, Registry, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { size } from '../../../build/jest/runs.ts';
import { CHANGES_A_SECOND, NOTIFIED_MS, openShop, repeatedly } from './support/chaos.ts';
import { generationOf } from './support/generations.ts';
import { serve } from './support/shop.ts';

describe('Runtime.replace', () => {
  test('does not notify clients if the new prompts have the same list entries', async () => {
    const { shop, callers, notified } = await openShop();
    await serve(shop, callers, async () => {
      await repeatedly(size(CHANGES_A_SECOND), () => shop.runtime.replace(generationOf(shop.runtime.registry, 0)));
      await sleep(NOTIFIED_MS);
    });
    expect(notified).toEqual([]);
  });

  test('suggests names from the old registry if the request began before the change', async () => {
    const only = (name: string) => new Registry([definePrompt({ name, render: () => '' })]);
    const replacing: Interceptor = (_, next) => {
      runtime.replace(only('reviews'));
      return next();
    };
    const runtime = new Runtime({ prompts: only('review'), interceptors: [replacing] });
    await expect(runtime.prompts.get({ name: 'reviev' })).rejects.toMatchObject({ data: { suggestion: 'review' } });
  });
});
