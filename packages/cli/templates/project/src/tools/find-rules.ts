import { Arg, Field, Tool, type ToolHandler } from '@cuecard/core';
import { HouseRules } from '../services/house-rules.js';

export class FindRulesArgs {
  @Arg({ description: 'A word to search for' })
  word!: string;
}

export class FoundRules {
  @Field({ description: 'The rules that contain the word', items: String })
  rules!: string[];
}

@Tool({
  description: 'Finds the review rules that contain a word',
  args: FindRulesArgs,
  output: FoundRules,
  annotations: { readOnlyHint: true },
})
export class FindRules implements ToolHandler<FindRulesArgs, FoundRules> {
  constructor(private readonly rules: HouseRules) {}

  call({ word }: FindRulesArgs) {
    const wanted = word.toLowerCase();
    return { rules: this.rules.list.filter((rule) => rule.toLowerCase().includes(wanted)) };
  }
}
