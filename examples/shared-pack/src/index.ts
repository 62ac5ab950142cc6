export { ChangeSource } from './change-source.js';
export { CommitMessage, CommitMessageArgs } from './commit-message.js';
export { HouseRules } from './house-rules.js';
export { reviewPack } from './review-pack.js';
