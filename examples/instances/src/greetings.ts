import { Arg, definePack, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';

class GreetingArgs {
  @Arg({ description: 'Whom to greet' })
  who!: string;
}

@Prompt({
  name: 'greeting',
  description: 'A short greeting',
  version: '1.0.0',
  labels: ['production'],
  args: GreetingArgs,
})
class ShortGreeting implements PromptHandler<GreetingArgs> {
  render = ({ who }: GreetingArgs) => user`Greet ${untrusted(who)} in one line.`;
}

@Prompt({ name: 'greeting', description: 'A warm greeting', version: '2.0.0', labels: ['canary'], args: GreetingArgs })
class WarmGreeting implements PromptHandler<GreetingArgs> {
  render = ({ who }: GreetingArgs) => user`Greet ${untrusted(who)} warmly, and ask how they are.`;
}

/** The pack that both services share. */
export const greetings = definePack({ name: 'greetings', version: '1.0.0', prompts: [ShortGreeting, WarmGreeting] });
