/** @slow takes more than a second: fast-check prepares web addresses */
import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { fuzzPrompt } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

class Page {
  @Arg()
  url!: URL;
}

test('fuzzPrompt generates URLs', async () => {
  const seen: unknown[] = [];
  @Prompt({ args: Page })
  class Echo implements PromptHandler<Page> {
    render({ url }: Page) {
      seen.push(url);
      return '';
    }
  }
  await fuzzPrompt(Echo, { runs: 40, seed: 1 });
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.every((url) => url instanceof URL)).toBe(true);
});
