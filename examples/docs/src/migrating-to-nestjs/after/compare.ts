import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { IsInt } from 'class-validator';
import { Shelf } from '../../migrating/shelf.js';

export class CompareArgs {
  @Arg()
  @IsInt()
  first!: number;

  @Arg()
  @IsInt()
  second!: number;
}

@Prompt({ name: 'compare', description: 'Compares two books', args: CompareArgs })
export class Compare implements PromptHandler<CompareArgs> {
  constructor(private readonly shelf: Shelf) {}

  render({ first, second }: CompareArgs) {
    const titles = [first, second].map((id) => this.shelf.get(id)?.title);
    return `Compare ${titles.join(' and ')} in three sentences.`;
  }
}
