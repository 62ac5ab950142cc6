import { Arg, conversation, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';

@Prompt({ description: 'Tells the rules that the team works by' })
export class HowWeWork implements PromptHandler {
  render() {
    return 'We review each change. We deploy on every merge.';
  }
}

export class OnboardingArgs {
  @Arg({ description: 'The role of the new colleague' })
  role!: string;
}

@Prompt({ description: 'Welcomes a new colleague', args: OnboardingArgs })
export class Onboarding implements PromptHandler<OnboardingArgs> {
  constructor(private readonly howWeWork: HowWeWork) {}

  render({ role }: OnboardingArgs) {
    return conversation(this.howWeWork.render(), user`Plan the first week of a new colleague: ${untrusted(role)}`);
  }
}
