import {
  Arg,
  type Definition,
  defineTool,
  Field,
  type RequestContext,
  RequestError,
  type Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { IsInt, Min } from 'class-validator';
import { SPECIAL } from './prompts.js';

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
export class PriceTool implements ToolHandler<Items, Price> {
  call({ article, quantity }: Items): Price {
    if (article !== 'tea') throw new RequestError('Only tea is sold here');
    return { total: quantity * 2.5 };
  }
}

@Tool({ description: 'Says which revision of the protocol the client speaks', annotations: { readOnlyHint: true } })
export class RevisionTool implements ToolHandler {
  call = (_: object, { client }: RequestContext) => client?.revision ?? 'none';
}

/** A tool that serves a prompt, and with the next call no more. */
export function changingTool(runtime: () => Runtime): Definition {
  const call = () => {
    const { registry } = runtime();
    const isServed = registry.get(SPECIAL.name, 'prompt') !== undefined;
    runtime().replace(isServed ? registry.exchange([SPECIAL], []) : registry.with(SPECIAL));
    return isServed ? 'No more.' : 'Here it is.';
  };
  return defineTool({ name: 'change', description: 'Serves a prompt, or serves it no more', call });
}
