export { CommitMessage, CommitMessageArgs } from './commit-message.js';
export { FixedChanges } from './fixed-changes.js';
export { reviewPack } from './review-pack.js';
export { ChangeSource, HouseRules } from './services.js';
