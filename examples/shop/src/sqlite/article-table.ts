import { RequestError } from '@cuecard/core';
import type { Article } from '../orders/order-store.js';
import type { Database } from './database.js';

/** An article, priced in cents. */
export interface ArticleRow {
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}

/** What there is to buy. Whoever writes opens the transaction. */
export class ArticleTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  all(): Article[] {
    return this.#database.rows<ArticleRow>('SELECT * FROM article ORDER BY name').map(articleOf);
  }

  insert({ name, price, stock }: ArticleRow): void {
    this.#database.run('INSERT INTO article VALUES (?, ?, ?)', [name, price, stock]);
  }

  /**
   * Takes articles from stock, and returns what one costs in cents.
   * @throws {RequestError} if there is no such article, or too few of it
   */
  take(name: string, quantity: number): number {
    const { price, stock } = this.#find(name);
    if (stock < quantity)
      throw new RequestError(`Of "${name}" only ${stock} can be had, not ${quantity}. Order fewer, or another article`);
    this.#add(name, -quantity);
    return price;
  }

  /** @throws {RequestError} if there is no such article */
  put(name: string, quantity: number): Article {
    this.#find(name);
    this.#add(name, quantity);
    return articleOf(this.#find(name));
  }

  #add(name: string, quantity: number): void {
    this.#database.run('UPDATE article SET stock = stock + ? WHERE name = ?', [quantity, name]);
  }

  #find(name: string): ArticleRow {
    const [row] = this.#database.rows<ArticleRow>('SELECT * FROM article WHERE name = ?', [name]);
    if (row === undefined) throw new RequestError(`There is no article "${name}". shop://stock has them all`);
    return row;
  }
}

function articleOf({ name, price, stock }: ArticleRow): Article {
  return { name, price: price / 100, stock };
}
