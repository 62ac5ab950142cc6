import { Arg, Field, Tool, type ToolHandler } from '@cuecard/core';
import { HouseRules } from '../services/house-rules.js';

export class FindRulesArgs {
  @Arg({ description: 'A word of the rules' })
  word!: string;
}

export class FoundRules {
  @Field({ description: 'The rules that have the word', items: String })
  rules!: string[];
}

@Tool({
  description: 'Finds the rules of reviews that have a word',
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
