import { Arg, Field, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { IsInt, IsPositive } from 'class-validator';
import { Shelf } from '../shelf.js';

export class NewBook {
  @Arg()
  title!: string;

  @Arg()
  @IsInt()
  @IsPositive()
  pages!: number;
}

export class StoredBook {
  @Field()
  id!: number;

  @Field()
  title!: string;

  @Field()
  pages!: number;
}

@Tool({
  name: 'add_book',
  description: 'Puts a book on the shelf',
  args: NewBook,
  output: StoredBook,
  annotations: { destructiveHint: false },
})
export class AddBook implements ToolHandler<NewBook, StoredBook> {
  constructor(private readonly shelf: Shelf) {}

  call({ title, pages }: NewBook, context: RequestContext) {
    context.progress(1, 1);
    return this.shelf.add(title, pages);
  }
}
