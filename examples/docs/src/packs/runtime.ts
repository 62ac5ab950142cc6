import {
  fromServices,
  mount,
  Prompt,
  type PromptHandler,
  RequestContext,
  Runtime,
  untrusted,
  user,
} from '@cuecard/core';
import { ChangeSource, FixedChanges, CommitMessageArgs, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { fromContainer } from '@cuecard/tsyringe';
import { container, Lifecycle, scoped } from 'tsyringe';

/** The caller. Each request has its own instance. */
@scoped(Lifecycle.ContainerScoped)
export class Caller {
  readonly name: string;

  constructor({ auth, client }: RequestContext) {
    this.name = auth?.principal ?? client?.name ?? 'somebody';
  }
}

@Prompt({ description: 'Prepares what to say in the standup' })
export class Standup implements PromptHandler {
  constructor(private readonly caller: Caller) {}

  render() {
    return `Ask ${this.caller.name} three short questions about yesterday, and write the standup from the answers.`;
  }
}

@Prompt({ name: 'commit_message', description: 'Asks for a commit message', args: CommitMessageArgs })
export class EmojiCommitMessage implements PromptHandler<CommitMessageArgs> {
  constructor(private readonly house: HouseRules) {}

  render({ diff }: CommitMessageArgs) {
    return user`Write one line that begins with an emoji. ${this.house.rules.join(' ')}\n\n${untrusted(diff)}`;
  }
}

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
