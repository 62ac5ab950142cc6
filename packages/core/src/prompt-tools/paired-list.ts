import type { Catalogue } from '../catalogue/catalogue.js';
import { cachingHints } from '../catalogue/pages.js';
import { readCursor } from '../cursor.js';
import type { Operation } from '../engine/operation.js';
import type { ListPromptsParams, ListPromptsResult } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { pageFrom } from './placed-entry.js';
import type { PromptTools } from './prompt-tools.js';

interface PairedListOptions {
  readonly prompts: Catalogue<ListPromptsResult>;
  readonly promptTools: PromptTools;
  readonly pageSize: number;
}

/** Answers `list_prompts`: the prompts that models may get. */
export class PairedList implements Operation<ListPromptsParams, ListPromptsResult> {
  readonly #options: PairedListOptions;

  constructor(options: PairedListOptions) {
    this.#options = options;
  }

  get method(): string {
    return this.#options.prompts.method;
  }

  get listing(): Target {
    return this.#options.prompts.listing;
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  answer({ cursor }: ListPromptsParams, request: Request): Awaitable<ListPromptsResult> {
    const { promptTools, pageSize } = this.#options;
    request.step = 'list';
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const page = request.decided(() => pageFrom(promptTools.pairedAfter(after, request), pageSize));
    return request.after(page, ({ entries, next }) => {
      return { prompts: [...entries], ...next, ...cachingHints(request.client, false) };
    });
  }

  recheck(answer: unknown, request: Request): ListPromptsResult {
    return this.#options.prompts.recheck(answer, request);
  }
}
