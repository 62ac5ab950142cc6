import { Arg, Complete, Resource, type ResourceHandler } from '@cuecard/core';
import { Matches } from 'class-validator';

export abstract class Wiki {
  abstract titles(): readonly string[];
  /** Returns the Markdown of a page, or undefined. */
  abstract page(title: string): string | undefined;
  /** Calls the listener on each change, and returns a function that ends the watch. */
  abstract onChange(title: string, listener: () => void): () => void;
}

export class PageArgs {
  @Arg({ description: 'The title of the page' })
  @Matches(/^[\w-]+$/)
  title!: string;
}

@Resource({ uri: 'wiki://{title}', description: 'A page of the wiki', mimeType: 'text/markdown', args: PageArgs })
export class PageResource implements ResourceHandler<PageArgs> {
  constructor(private readonly wiki: Wiki) {}

  read({ title }: PageArgs) {
    return this.wiki.page(title);
  }

  list() {
    return this.wiki.titles().map((title) => ({ args: { title } }));
  }

  watch({ title }: PageArgs, changed: () => void) {
    return this.wiki.onChange(title, changed);
  }

  @Complete('title')
  titles() {
    return this.wiki.titles();
  }
}
