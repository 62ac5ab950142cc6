import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn } from 'class-validator';
import { ChangeSource } from './services.js';

class ExplainChangeArgs {
  @Arg({ description: 'The change to explain' })
  change!: string;

  @Arg({ description: 'Who is to understand it' })
  @IsIn(['a newcomer', 'a user', 'an auditor'])
  audience = 'a newcomer';
}

@Prompt({ description: 'Asks what an open change is about', args: ExplainChangeArgs, examples: [{ change: '7' }] })
export class ExplainChange implements PromptHandler<ExplainChangeArgs> {
  constructor(private readonly changes: ChangeSource) {}

  async render({ change, audience }: ExplainChangeArgs) {
    return user`Explain to ${audience} what this changes, and why:\n\n${untrusted(await this.changes.diff(change))}`;
  }
}
