import { Injectable } from '@nestjs/common';

export interface Book {
  readonly id: number;
  readonly title: string;
  readonly pages: number;
}

/** The books of a library: a service that both sides of the migration inject. */
@Injectable()
export class Shelf {
  readonly #books: Book[] = [
    { id: 1, title: 'Middlemarch', pages: 880 },
    { id: 2, title: 'Persuasion', pages: 249 },
  ];

  all(): readonly Book[] {
    return this.#books;
  }

  get(id: number): Book | undefined {
    return this.#books.find((book) => book.id === id);
  }

  add(title: string, pages: number): Book {
    const book = { id: this.#books.length + 1, title, pages };
    this.#books.push(book);
    return book;
  }
}
