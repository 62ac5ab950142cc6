import { Arg, Field, Tool, type ToolHandler } from '@cuecard/core';

export class MyToolArgs {
  @Arg({ description: 'The text whose words to count' })
  text!: string;
}

export class MyToolResult {
  @Field({ description: 'The number of words' })
  words!: number;
}

@Tool({
  description: 'Counts the words in a text',
  args: MyToolArgs,
  output: MyToolResult,
  annotations: { readOnlyHint: true },
})
export class MyTool implements ToolHandler<MyToolArgs, MyToolResult> {
  call({ text }: MyToolArgs) {
    return { words: text.split(/\s+/).filter((word) => word !== '').length };
  }
}
