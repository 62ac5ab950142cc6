import { DEFINITION_OPTIONS, type DefinitionOptions } from '../definition/definition-options.js';
import type { Annotations } from '../protocol.js';
import { OBJECT, OptionKind, TEXT } from '../text/option-kinds.js';
import type { Known } from '../text/unknown-keys.js';

/** The options of `@Resource`. */
export interface ResourceOptions extends DefinitionOptions {
  /**
   * The URI of the resource, such as `config:limits`; or a URI template (RFC 6570), such as `orders://{id}`, whose
   * variables are the arguments.
   */
  readonly uri: string;
  /**
   * The MIME type of what `read` returns.
   * @default by what it returns: text/plain for a text, application/octet-stream for bytes, application/json for JSON
   */
  readonly mimeType?: string;
  /** Hints for clients: the audience, the priority, and when it was last modified. */
  readonly annotations?: Annotations;
  /** How large the resource is, in bytes. Not for templates. */
  readonly size?: number;
}

/** The names of the options, and what some must be. */
export const RESOURCE_OPTIONS: Known<ResourceOptions> = {
  ...DEFINITION_OPTIONS,
  uri: TEXT,
  mimeType: TEXT,
  annotations: OBJECT,
  size: new OptionKind('a number of bytes', (given) => Number.isSafeInteger(given) && (given as number) >= 0),
};
