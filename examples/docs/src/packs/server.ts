import { fromServices, mount, Runtime } from '@cuecard/core';
import { ChangeSource, FixedChanges, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { serveStdio } from '@cuecard/server';

const runtime = new Runtime({
  prompts: [
    mount(reviewPack, {
      only: ['review_change', 'commit_message'],
      rename: { review_change: 'review' },
    }),
  ],
  resolver: fromServices([
    [ChangeSource, new FixedChanges({ current: '+ console.log("hello");' })],
    [HouseRules, { rules: ['Nothing is left to print.'] }],
  ]),
});

await serveStdio(runtime, { name: 'alone', version: '1.0.0' });
