import { describe, expect, test } from '@jest/globals';
import { definePrompt, Runtime, type NotFoundError } from '@cuecard/core';
import { size } from '../../../build/jest/runs.ts';
import { tokens } from './support/tokens.ts';

const logger = { error() {}, warn() {} };

const named = (names: readonly string[], visible?: () => boolean) =>
  names.map((name) => definePrompt({ name, render: () => '', ...(visible && { visible }) }));

/** Names of sixty characters that share most characters. */
const long = (count: number, start = 'team') =>
  Array.from({ length: count }, (_, at) =>
    `${start}_${String(at * 7919).padStart(9, '0')}_${'summary_of_'.repeat(9)}`.slice(0, 60),
  );

const suggested = (runtime: Runtime, name: string): Promise<unknown> =>
  runtime.prompts.get({ name }).then(
    () => 'an answer',
    (error: NotFoundError) => (error.data as { suggestion?: string }).suggestion,
  );

/** The CPU time of this process since `started`, in milliseconds. */
const msSince = (started: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
};

describe('NotFoundError suggestion among few names', () => {
  const runtime = new Runtime({ prompts: named(['code_review', 'incident', 'greet']), logger });

  test.each([
    ['code-review', 'code_review'],
    ['CodeReview', 'code_review'],
    ['ocde_reveiw', 'code_review'],
    ['xgreett', 'greet'],
    ['accident', 'incident'],
    ['something_else', undefined],
    ['', undefined],
  ])('suggests for %j: %j', async (typed, suggestion) => {
    expect(await suggested(runtime, typed)).toEqual(suggestion);
  });
});

describe('NotFoundError suggestion among thousands of names', () => {
  const words = tokens`alpha bravo delta gamma omega sigma theta kappa zulu review code plan`;
  const names = words.flatMap((one) => words.flatMap((two) => words.map((three) => `${one}_${two}_${three}`)));
  const runtime = new Runtime({ prompts: named([...names, ...long(2_000)]), logger });

  test.each([
    ['code-review-plan', 'code_review_plan'],
    ['CodeReviewPlan', 'code_review_plan'],
    ['coed_review_plan', 'code_review_plan'],
    ['ode_review_plan', 'code_review_plan'],
    ['code_review_paln', 'code_review_plan'],
    ['code_reviiew_plan', 'code_review_plan'],
    ['zulu_alpha_alphaa', 'zulu_alpha_alpha'],
    ['nothing_like_them_at_all', undefined],
  ])('suggests among thousands for %j: %j', async (typed, suggestion) => {
    expect(await suggested(runtime, typed)).toEqual(suggestion);
  });

  test('takes less than two seconds for a hundred long names', async () => {
    const many = new Runtime({ prompts: named(long(size(10_000))), logger });
    const requested = long(100).map((name) => `${name.slice(0, 30)}#${name.slice(31)}`);
    await suggested(many, 'team');
    const started = process.cpuUsage();
    const found = await Promise.all(requested.map((name) => suggested(many, name)));
    expect(msSince(started)).toBeLessThan(2_000); // Earlier versions took 6,000 ms for 10,000 names.
    expect(found).toEqual(long(100));
  });

  test('does not depend on hidden names', async () => {
    const seen = long(300, 'seen');
    const requested = [...seen.slice(0, 50), ...long(50, 'hide')].map(
      (name) => `${name.slice(0, 20)}#${name.slice(20)}`,
    );
    const hidden = [...long(300, 'hide'), ...seen.map((name) => `${name.slice(0, 20)}.`)];
    const all = new Runtime({ prompts: [...named(seen), ...named(hidden, () => false)], logger });
    const some = new Runtime({ prompts: named(seen), logger });
    const answers = (server: Runtime) => Promise.all(requested.map((name) => suggested(server, name)));
    expect(await answers(all)).toEqual(await answers(some));
  });

  test('is the same whether or not the definitions have visibility rules', async () => {
    const same = long(300);
    const requested = same.slice(0, 50).map((name) => `${name.slice(0, 20)}#${name.slice(20)}`);
    const rules = Array.from({ length: 7 }, () => () => true);
    const ruled = same.flatMap((name, at) => named([name], rules[at % rules.length]));
    const answers = (prompts: typeof ruled) => {
      const server = new Runtime({ prompts, logger });
      return Promise.all(requested.map((name) => suggested(server, name)));
    };
    expect(await answers(ruled)).toEqual(await answers(named(same)));
  });
});

describe('InvalidArgumentsError suggestions', () => {
  test('takes less than a second for a hundred unknown arguments', async () => {
    const names = long(500).map((name) => name.replaceAll('_', 'x'));
    const prompt = definePrompt({ name: 'wide', args: names.map((name) => ({ name })), render: () => '' });
    const runtime = new Runtime({ prompts: [prompt], logger });
    const unknown = Object.fromEntries(
      names.slice(0, 100).map((name) => [`${name.slice(0, 30)}#${name.slice(31)}`, '']),
    );
    const started = process.cpuUsage();
    await expect(runtime.prompts.get({ name: 'wide', arguments: unknown })).rejects.toMatchObject({ code: -32602 });
    expect(msSince(started)).toBeLessThan(1_000);
  });
});
