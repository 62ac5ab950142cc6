import { Arg, Field, Tool, type ToolHandler } from '@cuecard/core';

export class MyToolArgs {
  @Arg({ description: 'The text to count the words of' })
  text!: string;
}

export class MyToolResult {
  @Field({ description: 'How many words it has' })
  words!: number;
}

@Tool({
  description: 'Counts the words of a text',
  args: MyToolArgs,
  output: MyToolResult,
  annotations: { readOnlyHint: true },
})
export class MyTool implements ToolHandler<MyToolArgs, MyToolResult> {
  call({ text }: MyToolArgs) {
    return { words: text.split(/\s+/).filter((word) => word !== '').length };
  }
}
