import {
  Arg,
  assistant,
  audio,
  Complete,
  type CompletionContext,
  definePrompt,
  embed,
  image,
  link,
  Prompt,
  type PromptHandler,
  type RequestContext,
  user,
} from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { RED_PIXEL, SILENCE } from './media.js';

class BriefingArgs {
  @Arg({ description: 'What it is about' })
  topic!: string;

  @Arg({ description: 'How it sounds' })
  @IsIn(['formal', 'plain'])
  tone = 'plain';

  @Arg({ description: 'How long it is' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(5)
  sentences?: number;
}

@Prompt({ title: 'Write a briefing', description: 'Asks for a briefing', args: BriefingArgs })
export class Briefing implements PromptHandler<BriefingArgs> {
  render({ topic, tone, sentences = 3 }: BriefingArgs) {
    return [user(`Brief me about ${topic} in ${sentences} sentences.`), assistant(`I will sound ${tone}.`)];
  }

  @Complete('topic')
  topics(_: string, context: CompletionContext<BriefingArgs>) {
    return context.arguments.tone === 'formal' ? ['taxes', 'tenders'] : ['tea', 'tennis'];
  }
}

class Name {
  @Arg({ description: 'Who reads it' })
  name!: string;

  @Arg({ description: 'How old the reader is' })
  @IsInt()
  age = 30;
}

@Prompt({ description: 'Asks the user before it answers' })
export class Interview implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const { name, age } = await context.ask(Name, 'Who is it for?');
    return `Write to ${name}, aged ${age}.`;
  }
}

@Prompt({ description: 'Shows content of every kind' })
export class Album implements PromptHandler {
  async render() {
    return [
      'A text',
      user(await image(Buffer.from(RED_PIXEL, 'base64'))),
      user(embed({ uri: 'notes://today', mimeType: 'text/plain', text: 'Water the plants.' })),
      user(await audio(Buffer.from(SILENCE, 'base64'))),
      user(link({ uri: 'https://example.com/plants', name: 'plants' })),
    ];
  }
}

/** A prompt that is served from time to time. */
export const SPECIAL = definePrompt({ name: 'special', description: 'Is there today', render: () => 'Today only.' });
