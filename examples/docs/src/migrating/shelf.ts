export interface Book {
  readonly id: number;
  readonly title: string;
  readonly pages: number;
}

/** The same service in all three servers. */
export class Shelf {
  readonly #books: Book[] = [{ id: 1, title: 'Emma', pages: 474 }];

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
