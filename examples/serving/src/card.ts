import { Arg, Prompt, type RequestContext, type PromptHandler } from '@cuecard/core';
import { IsIn } from 'class-validator';

class OccasionArgs {
  @Arg({ description: 'The occasion' })
  @IsIn(['birthday', 'wedding'])
  occasion!: 'birthday' | 'wedding';
}

@Prompt({ description: 'A card to write' })
export class Card implements PromptHandler {
  async render(_args: object, context: RequestContext) {
    const { occasion } = await context.ask(OccasionArgs, 'What is the card for?');
    context.log('info', 'asked', { occasion });
    return `Write a card for a ${occasion}.`;
  }
}
