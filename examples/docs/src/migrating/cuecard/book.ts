import { Arg, Complete, Resource, type ResourceHandler } from '@cuecard/core';
import { IsInt } from 'class-validator';
import { Shelf } from '../shelf.js';

export class BookId {
  @Arg()
  @IsInt()
  id!: number;
}

@Resource({ uri: 'library://books/{id}', description: 'A book', mimeType: 'application/json', args: BookId })
export class Book implements ResourceHandler<BookId> {
  constructor(private readonly shelf: Shelf) {}

  read({ id }: BookId) {
    return this.shelf.get(id);
  }

  list() {
    return this.shelf.all().map(({ id, title }) => ({ args: { id }, title }));
  }

  @Complete('id')
  ids() {
    return this.shelf.all().map(({ id }) => String(id));
  }
}
