import { OwnRecord } from '../metadata/own-record.js';
import type { DefinitionOptions } from './definition-options.js';

/** What a server can offer: all that the engine has to know of one kind of definition. */
export interface Kind {
  readonly name: 'prompt' | 'tool' | 'resource';
  /** The method of its handlers. */
  readonly handlerMethod: string;
}

/** What a decorator has written on a class. */
export interface Declaration {
  readonly kind: Kind;
  readonly options: DefinitionOptions;
}

export const DECLARATIONS = new OwnRecord<Declaration>('declaration');
