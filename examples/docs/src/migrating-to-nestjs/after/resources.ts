import { Arg, Complete, NotFoundError, Resource, type ResourceHandler } from '@cuecard/core';
import { IsInt } from 'class-validator';
import { Shelf } from '../shelf.js';

@Resource({ uri: 'library://books', name: 'books', description: 'All books' })
export class AllBooks implements ResourceHandler {
  constructor(private readonly shelf: Shelf) {}

  read() {
    return this.shelf.all();
  }
}

export class BookId {
  @Arg()
  @IsInt()
  id!: number;
}

@Resource({ uri: 'library://books/{id}', name: 'book', description: 'A book', args: BookId })
export class OneBook implements ResourceHandler<BookId> {
  constructor(private readonly shelf: Shelf) {}

  read({ id }: BookId) {
    const book = this.shelf.get(id);
    if (book === undefined) throw new NotFoundError('resource', `library://books/${id}`);
    return book;
  }

  @Complete('id')
  ids() {
    return this.shelf.all().map(({ id }) => String(id));
  }
}
