import type { Catalogue } from '../catalogue/catalogue.js';
import { looksAlike } from '../catalogue/comparison.js';
import { cachingHints } from '../catalogue/pages.js';
import { readCursor } from '../cursor.js';
import type { Operation } from '../engine/engine.js';
import type { ListToolsParams, ListToolsResult, Tool, ListPromptsParams, ListPromptsResult } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { type PlacedEntry, pageFrom } from './placed-entry.js';
import type { PromptTools } from './prompt-tools.js';

interface ToolListOptions {
  readonly tools: Catalogue<ListToolsResult>;
  readonly promptTools: PromptTools;
  readonly pageSize: number;
}

/** Answers `tools/list`: the tools, and after them the prompts that a client gets as tools. */
export class ToolList implements Operation<ListToolsParams, ListToolsResult> {
  readonly #options: ToolListOptions;

  constructor(options: ToolListOptions) {
    this.#options = options;
  }

  get method(): string {
    return this.#options.tools.method;
  }

  get listing(): Target {
    return this.#options.tools.listing;
  }

  /** Whether a page has been sent. */
  get isListed(): boolean {
    return this.#options.tools.isListed;
  }

  /** Whether callers see the same in both, as far as only tools determine it, and which clients get prompts as tools. */
  looksAlike(other: ToolList): boolean {
    const [one, two] = [this.#options, other.#options];
    return looksAlike(one.tools, two.tools) && one.promptTools.choice === two.promptTools.choice;
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  answer(params: ListToolsParams, request: Request): Awaitable<ListToolsResult> {
    const { tools, promptTools, pageSize } = this.#options;
    const { client } = request;
    if (!promptTools.isOfferedTo(client)) return tools.answer(params, request);
    request.step = 'list';
    const place = params.cursor === undefined ? undefined : readCursor(params.cursor);
    const page = request.decided(() => pageFrom(this.#after(place, request), pageSize));
    return request.after(page, ({ entries, next }) => {
      return { tools: entries as Tool[], ...next, ...cachingHints(client, false) }; // Both sources have made tools.
    });
  }

  recheck(answer: unknown, request: Request): ListToolsResult {
    return this.#options.tools.recheck(answer, request);
  }

  *#after(place: string | undefined, request: Request): Generator<PlacedEntry, void> {
    const { tools, promptTools } = this.#options;
    const isPastTools = place?.startsWith(PROMPT) === true;
    if (!isPastTools)
      for (const tool of tools.visibleAfter(place, request))
        yield { entry: tools.entryFor(tool, request.client), place: tool.name };
    for (const { entry, place: of } of promptTools.after(isPastTools ? place.slice(PROMPT.length) : undefined, request))
      yield { entry, place: PROMPT + of };
  }
}

/** What places of prompts begin with: names of tools have no blanks. */
const PROMPT = 'prompt ';

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
