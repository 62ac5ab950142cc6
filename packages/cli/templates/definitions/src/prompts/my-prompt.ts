import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';

export class MyPromptArgs {
  @Arg({ description: 'The text to summarise' })
  text!: string;
}

@Prompt({
  description: 'Asks for a summary of the text',
  args: MyPromptArgs,
  examples: [{ text: 'The release is ready. It goes out on Monday.' }],
})
export class MyPrompt implements PromptHandler<MyPromptArgs> {
  render({ text }: MyPromptArgs) {
    return user`Summarise this in one sentence:\n\n${untrusted(text)}`;
  }
}
