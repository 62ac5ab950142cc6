import { Arg, Complete, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';

const LANGUAGES = 'Arabic Catalan Chinese Dutch English French German Greek Hindi Italian Japanese Korean Polish';

export class TranslateArgs {
  @Arg({ description: 'What to translate' })
  text!: string;

  @Arg({ description: 'Into which language' })
  to!: string;
}

@Prompt({ description: 'Asks for a translation', args: TranslateArgs, examples: [{ text: 'Welcome!', to: 'Greek' }] })
export class Translate implements PromptHandler<TranslateArgs> {
  @Complete('to')
  languages() {
    return LANGUAGES.split(' ');
  }

  render({ text, to }: TranslateArgs) {
    return user`Translate this, and keep its tone:\n\n${untrusted(text)}\n\nThe language:\n\n${untrusted(to)}`;
  }
}
