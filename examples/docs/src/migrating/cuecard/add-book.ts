import { Arg, Field, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import { IsInt, IsPositive, MinLength } from 'class-validator';
import { Shelf } from '../shelf.js';

export class NewBook {
  @Arg()
  @MinLength(1)
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
  description: 'Puts a book on the shelf',
  args: NewBook,
  output: StoredBook,
  annotations: { destructiveHint: false },
})
export class AddBook implements ToolHandler<NewBook, StoredBook> {
  constructor(private readonly shelf: Shelf) {}

  call({ title, pages }: NewBook) {
    if (this.shelf.all().some((book) => book.title === title))
      throw new RequestError('This book is on the shelf already');
    return this.shelf.add(title, pages);
  }
}
