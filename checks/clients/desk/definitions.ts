import {
  Arg,
  assistant,
  audio,
  Complete,
  type CompletionContext,
  type Definition,
  definePrompt,
  defineTool,
  embed,
  Field,
  image,
  link,
  Prompt,
  type PromptHandler,
  type RequestContext,
  RequestError,
  Resource,
  type ResourceHandler,
  Runtime,
  Tool,
  type ToolHandler,
  user,
} from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';

/** A red pixel as a PNG, in base64. */
export const RED_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A WAV file without samples, in base64. */
export const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

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
class Briefing implements PromptHandler<BriefingArgs> {
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
class Interview implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const { name, age } = await context.ask(Name, 'Who is it for?');
    return `Write to ${name}, aged ${age}.`;
  }
}

@Prompt({ description: 'Shows content of every kind' })
class Album implements PromptHandler {
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
const SPECIAL = definePrompt({ name: 'special', description: 'Is there today', render: () => 'Today only.' });

@Resource({ uri: 'notes://today', mimeType: 'text/plain', description: 'What is to be done today' })
class Today implements ResourceHandler {
  read = () => 'Water the plants.';
}

class Day {
  @Arg({ description: 'The day of the week' })
  day!: string;
}

@Resource({
  uri: 'notes://days/{day}',
  name: 'day',
  mimeType: 'text/plain',
  description: 'What a day is for',
  args: Day,
})
class DayNotes implements ResourceHandler<Day> {
  read = ({ day }: Day) => `On ${day}, rest.`;
}

class Items {
  @Arg({ description: 'The article' })
  article!: string;

  @Arg({ description: 'How many of it' })
  @IsInt()
  @Min(1)
  quantity = 1;
}

class Price {
  @Field({ description: 'What they cost' })
  total!: number;
}

@Tool({
  title: 'Price',
  description: 'Says what articles cost',
  args: Items,
  output: Price,
  annotations: { readOnlyHint: true },
})
class PriceTool implements ToolHandler<Items, Price> {
  call({ article, quantity }: Items): Price {
    if (article !== 'tea') throw new RequestError('Only tea is sold here');
    return { total: quantity * 2.5 };
  }
}

@Tool({ description: 'Says which revision of the protocol the client speaks', annotations: { readOnlyHint: true } })
class RevisionTool implements ToolHandler {
  call = (_: object, { client }: RequestContext) => client?.revision ?? 'none';
}

/** A tool that serves a prompt, and with the next call no more. */
function changingTool(runtime: () => Runtime): Definition {
  const call = () => {
    const { registry } = runtime();
    const isServed = registry.get(SPECIAL.name, 'prompt') !== undefined;
    runtime().replace(isServed ? registry.without([SPECIAL.name]) : registry.with(SPECIAL));
    return isServed ? 'No more.' : 'Here it is.';
  };
  return defineTool({ name: 'change', description: 'Serves a prompt, or serves it no more', call });
}

const prompts = [Briefing, Interview, Album];

/** The runtime of the desk, and of the one next to it that has prompts alone. */
export const full: Runtime = new Runtime({
  prompts,
  tools: [PriceTool, RevisionTool, changingTool(() => full)],
  resources: [Today, DayNotes],
});
export const bare = new Runtime({ prompts });
