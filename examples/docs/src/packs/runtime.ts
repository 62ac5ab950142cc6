import { fromServices, mount, Runtime } from '@cuecard/core';
import { ChangeSource, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { EmojiCommitMessage } from './emoji-commit-message.js';
import { FixedChanges } from './fixed-changes.js';
import { Standup } from './standup.js';

const backend = fromServices([
  [ChangeSource, new FixedChanges({ 'faster-search': '+ const index = new Map();' })],
  [HouseRules, { rules: ['Queries have a limit.', 'Errors name the remedy.'] }],
]);

const frontend = fromServices([
  [ChangeSource, new FixedChanges({ 'dark-mode': '+ color-scheme: light dark;' })],
  [HouseRules, { rules: ['Every control has a label.'] }],
]);

export const runtime = new Runtime({
  prompts: [
    Standup,
    mount(reviewPack, { prefix: 'backend', resolver: backend }),
    mount(reviewPack, { prefix: 'frontend', resolver: frontend, override: [EmojiCommitMessage] }),
  ],
  resolver: fromContainer(container),
});
