import { Arg, Complete, Prompt, Runtime } from '@cuecard/core';

class GreetingArgs {
  @Arg({ description: 'Whom to greet' })
  name!: string;
}

@Prompt({ description: 'A greeting to write', args: GreetingArgs })
class Greeting {
  @Complete('name')
  names() {
    return ['Ada', 'Alan', 'Grace'];
  }

  render({ name }: GreetingArgs) {
    return `Write a greeting for ${name}.`;
  }
}

export const runtime = new Runtime({ prompts: [Greeting] });
