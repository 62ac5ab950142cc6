import {
  type Auth,
  defineClass,
  definePack,
  definePrompt,
  mount,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
  type VisibilityOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { linesOf } from './support/faults.ts';
import { promptClass } from './support/prompts.ts';

const silent = { error: () => {}, warn: () => {} };

const Open = promptClass('Open');

describe('Auth.scopes', () => {
  test.each([
    ['a string that contains the scope', 'unread'],
    ['a string equal to the scope', 'read'],
    ['an array with a number', ['read', 5]],
    ['a set', new Set(['read'])],
  ])('hides the prompt if the scopes are %s', async (_, scopes) => {
    const secret = definePrompt({ name: 'secret', scopes: ['read'], render: () => 'secret' });
    const auth: Auth = { principal: 'ada', scopes: scopes as string[] };
    await expect(
      new Runtime({ prompts: [secret], logger: silent }).prompts.get({ name: 'secret' }, { auth }),
    ).rejects.toThrow('Unknown prompt "secret"');
  });
});

const SCOPES = 'Use an array of strings, such as ["prompts:read"]';
const VISIBLE = 'Use a function (context) that returns true or false';

describe('VisibilityOptions', () => {
  test.each<[VisibilityOptions, string]>([
    [{ scopes: 'abc' as never }, `has the option "scopes", which cannot be "abc". ${SCOPES}.`],
    [{ scopes: [5] as never }, `has the option "scopes", which cannot be this array. ${SCOPES}.`],
    [{ scopes: null as never }, `has the option "scopes", which cannot be null. ${SCOPES}.`],
    [{ scopes: 5 as never }, `has the option "scopes", which cannot be 5. ${SCOPES}.`],
    [{ visible: true as never }, `has the option "visible", which cannot be true. ${VISIBLE}.`],
  ])('rejects %p in every definition', (options, fault) => {
    const Hidden = class Hidden implements PromptHandler {
      render = () => '';
    };
    Prompt(options)(Hidden);
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [Open] });
    const hidden = definePack({ name: 'desk', version: '1.0.0', prompts: [Open], ...options });
    expect(linesOf(() => new Registry([Hidden]))).toEqual([`Hidden ${fault}`]);
    expect(linesOf(() => definePrompt({ name: 'row', ...options, render: () => '' }))).toEqual([`row ${fault}`]);
    expect(linesOf(() => defineClass(Open, options))).toEqual([`Open ${fault}`]);
    expect(linesOf(() => new Registry([hidden]))).toEqual([`desk ${fault}`]);
    expect(linesOf(() => new Registry([mount(pack, options)]))).toEqual([`desk ${fault}`]);
    for (const entry of [Hidden, hidden, mount(pack, options)])
      expect(new Registry([entry], { onFault: 'isolate' }).list()).toEqual([]);
  });
});
