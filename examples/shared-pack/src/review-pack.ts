import { definePack } from '@cuecard/core';
import { ChangeSource, HouseRules } from './services.js';
import { CommitMessage } from './commit-message.js';
import { ExplainChange } from './explain-change.js';
import { ReleaseNotes } from './release-notes.js';
import { ReviewChange } from './review-change.js';

export const reviewPack = definePack({
  name: '@cuecard/example-shared-pack',
  version: '1.2.0',
  prompts: [ReviewChange, ExplainChange, CommitMessage, ReleaseNotes],
  requires: [ChangeSource, HouseRules],
});
