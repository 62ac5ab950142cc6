import { Arg, Field, Tool, type ToolHandler } from '@cuecard/core';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

export interface Article {
  readonly id: number;
  readonly title: string;
}

export abstract class Articles {
  /** Returns matching articles in the order of their ids, after the given id. */
  abstract find(text: string, after: number, most: number): readonly Article[];
}

export class SearchArgs {
  @Arg({ description: 'What to look for' })
  text!: string;

  @Arg({ description: 'The cursor of the page before, to go on after it' })
  @IsOptional()
  @IsInt()
  cursor?: number;

  @Arg({ description: 'How many to return' })
  @IsInt()
  @Min(1)
  @Max(50)
  limit = 10;
}

export class Hit {
  @Field()
  id!: number;

  @Field()
  title!: string;
}

export class Hits {
  @Field({ items: Hit })
  hits!: readonly Hit[];

  @Field({ type: Number, description: 'Absent on the last page' })
  @IsOptional()
  nextCursor?: number | undefined;
}

@Tool({ description: 'Searches the articles', args: SearchArgs, output: Hits, annotations: { readOnlyHint: true } })
export class Search implements ToolHandler<SearchArgs, Hits> {
  constructor(private readonly articles: Articles) {}

  call({ text, cursor = 0, limit }: SearchArgs): Hits {
    const found = this.articles.find(text, cursor, limit + 1);
    const hits = found.slice(0, limit);
    return found.length > limit ? { hits, nextCursor: hits.at(-1)?.id } : { hits };
  }
}
