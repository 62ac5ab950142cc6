import type { Client } from '../api/context.js';
import type { Catalogue, CatalogueOptions, PlacedEntry } from '../catalogue/catalogue.js';
import { ListEntries } from '../catalogue/list-view.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import { readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import type { ClassKind } from '../definition/kind.js';
import type { Operation } from '../engine/engine.js';
import { PROMPT } from '../prompt/prompt.js';
import type { ListEntry, ListPromptsResult, ListToolsParams, ListToolsResult, Tool } from '../protocol.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import { OptionKind } from '../text/option-kinds.js';
import { clip } from '../text/strings.js';
import { TOOL } from '../tool/tool.js';
import type { Awaitable } from '../types.js';
import { GET_PROMPT, LIST_PROMPTS, PROMPT_TOOL, type PromptToolCall } from './prompt-tool.js';
import { ToolNames } from './tool-names.js';

/** The clients that get prompts as tools: all with `true` or `'pair'`, none with `false`. */
export type PromptsAsTools = boolean | 'pair';

export const PROMPTS_AS_TOOLS = new OptionKind('true, false or "pair"', (value) => {
  return typeof value === 'boolean' || value === 'pair';
});

/** The maximum number of prompts that a host without prompts gets as one tool each. Models choose badly among more. */
const MAX_EACH = 50;

/**
 * The tools that a client gets for prompts: one for each, the pair for all, or one for each prompt that declares it.
 */
type Offer = 'each' | 'pair' | 'chosen';

interface PromptToolsOptions {
  readonly prompts: Catalogue;
  readonly tools: Catalogue<ListToolsResult>;
  readonly clients: ClientProfiles;
  readonly choice: PromptsAsTools | undefined;
  /** Creates another catalogue of the registry. */
  readonly catalogueOf: <Page extends object>(
    kind: ClassKind<object, Page>,
    options: Partial<CatalogueOptions<Page>>,
  ) => Catalogue<Page>;
}

/** The list of tools, and after them the prompts that a client gets as tools. Created once per registry. */
export class PromptTools implements Operation<ListToolsParams, ListToolsResult> {
  readonly #options: PromptToolsOptions;
  readonly #entries = new ListEntries((prompt) => this.#write(prompt));
  /** The names and the catalogues are created for the first client that gets prompts as tools. */
  #names: ToolNames | undefined;
  #each: Catalogue<ListToolsResult> | undefined;
  #chosen: Catalogue<ListToolsResult> | undefined;
  #paired: Catalogue<ListPromptsResult> | undefined;

  constructor(options: PromptToolsOptions) {
    this.#options = options;
  }

  /** The clients that get prompts as tools, if the application has set this. */
  get choice(): PromptsAsTools | undefined {
    return this.#options.choice;
  }

  get method(): string {
    return this.#options.tools.method;
  }

  /** Whether there may be clients that get prompts as tools. */
  get isPossible(): boolean {
    const { choice, prompts } = this.#options;
    return prompts.names.length > 0 && (choice !== false || this.#offeredPrompts('chosen').names.length > 0);
  }

  /** Whether a client gets any prompt as a tool. */
  isOfferedTo(client: Client | undefined): boolean {
    if (this.#options.prompts.names.length === 0) return false;
    const offer = this.#offerTo(client);
    return offer !== 'chosen' || this.#offeredPrompts(offer).names.length > 0;
  }

  /** @throws {InvalidCursorError} if no page came with this cursor */
  answer(params: ListToolsParams, request: Request): Awaitable<ListToolsResult> {
    const { prompts, tools } = this.#options;
    if (!this.isOfferedTo(request.client)) return tools.answer(params, request);
    request.step = 'list';
    tools.isListed = true;
    prompts.isListed = true;
    const place = params.cursor === undefined ? undefined : readCursor(params.cursor);
    return request.decide(() => tools.pageOf(this.#entriesAfter(place, request), request.client));
  }

  check(answer: unknown, request: Request): ListToolsResult {
    return this.#options.tools.check(answer, request);
  }

  /** The prompts that `list_prompts` lists, and `get_prompt` gets. */
  get pairCatalogue(): Catalogue<ListPromptsResult> {
    const { catalogueOf } = this.#options;
    return (this.#paired ??= catalogueOf(PROMPT, { isPart: mayBecomeTool, isPrivate: true }));
  }

  /** The target of a call of a prompt that a client gets as a tool of this name. */
  target(tool: unknown, client: Client | undefined): Target | undefined {
    const { tools } = this.#options;
    const offered = this.#offeredPrompts(this.#offerTo(client));
    const prompt = typeof tool === 'string' && offered.names.length > 0 ? this.#toolNames.promptOf(tool) : undefined;
    if (typeof tool !== 'string' || prompt === undefined || !offered.has(prompt)) return undefined;
    // A caller who may not see the prompt gets the error of a tool that does not exist.
    const [target, unseen] = [offered.target(prompt), tools.target(tool)];
    const source: DefinitionSource = {
      find: (requested, request) => offered.find(requested, request),
      unknown: (_asked, request) => tools.unknown(tool, request),
      isChosen: (requested) => offered.isChosen(requested),
    };
    const subjectOf: Target['subjectOf'] = (requested, found) => {
      return found === undefined ? unseen.subjectOf(clip(tool)) : target.subjectOf(requested, found);
    };
    return { ...target, source, subjectOf, called: { kind: TOOL.name, name: tool } };
  }

  /** How a client calls a prompt that it gets as a tool, or by the pair. */
  callOf(prompt: Definition, client: Client | undefined): PromptToolCall | undefined {
    const isPart = this.#offerTo(client) === 'each' ? mayBecomeTool : isDeclaredTool;
    const tool = isPart(prompt) ? this.#toolNames.toolOf(prompt.name) : undefined;
    if (tool !== undefined) return { tool };
    const isOfferedByPair = mayBecomeTool(prompt) && this.pairedTool(GET_PROMPT.name, client) !== undefined;
    return isOfferedByPair ? { tool: GET_PROMPT.name, prompt: prompt.name } : undefined;
  }

  /** The tool of the pair that a client calls by this name. */
  pairedTool(tool: unknown, client: Client | undefined): Tool | undefined {
    if (this.#offerTo(client) !== 'pair') return undefined;
    return this.#pair().find(({ name }) => name === tool);
  }

  *#entriesAfter(place: string | undefined, request: Request): Generator<PlacedEntry, void> {
    const startsInPrompts = place?.startsWith(PROMPT_PREFIX) === true;
    if (!startsInPrompts) yield* this.#options.tools.entriesAfter(place, request);
    const after = startsInPrompts ? place.slice(PROMPT_PREFIX.length) : '';
    for (const { place: name, entry } of this.#promptsAfter(after, request))
      yield { place: PROMPT_PREFIX + name, entry };
  }

  *#promptsAfter(place: string, request: Request): Generator<PlacedEntry, void> {
    const offer = this.#offerTo(request.client);
    if (!place.startsWith(PAIR_PREFIX)) yield* this.#offeredPrompts(offer).entriesAfter(place, request);
    if (offer !== 'pair') return;
    const view = this.#options.tools.viewOf(request.client);
    for (const tool of this.#pair())
      if (PAIR_PREFIX + tool.name > place) yield { place: PAIR_PREFIX + tool.name, entry: () => view.entry(tool) };
  }

  #offerTo(client: Client | undefined): Offer {
    const { choice, clients, prompts } = this.#options;
    if (choice === 'pair') return 'pair';
    const { lacksPrompts, sendsPlaceholders } = clients.of(client);
    if (choice === true) return 'each';
    if (choice === false || (lacksPrompts !== true && sendsPlaceholders !== true)) return 'chosen';
    return prompts.names.length > MAX_EACH ? 'pair' : 'each';
  }

  /** The prompts that are a tool each. */
  #offeredPrompts(offer: Offer): Catalogue<ListToolsResult> {
    const entries = this.#entries;
    const { catalogueOf } = this.#options;
    if (offer === 'each') return (this.#each ??= catalogueOf(PROMPT_TOOL, { entries, isPart: mayBecomeTool }));
    return (this.#chosen ??= catalogueOf(PROMPT_TOOL, { entries, isPart: isDeclaredTool }));
  }

  #write(prompt: Definition): ListEntry {
    const entry = PROMPT_TOOL.entryOf(prompt.entry, prompt.arguments, prompt.specifics, prompt.samples);
    return { ...entry, name: this.#toolNames.toolOf(prompt.name) ?? prompt.name };
  }

  get #toolNames(): ToolNames {
    if (this.#names !== undefined) return this.#names;
    const { prompts, tools } = this.#options;
    const others = [...tools.names, ...PAIR_TOOLS.map(({ name }) => name)];
    const isHidden = (name: string) => tools.versions(name).every(({ visibility }) => visibility !== undefined);
    return (this.#names = new ToolNames(prompts.names, others, tools.names.some(isHidden)));
  }

  /** The pair, without the tools whose names the application uses. */
  #pair(): readonly Tool[] {
    return PAIR_TOOLS.filter(({ name }) => !this.#options.tools.has(name));
  }
}

function mayBecomeTool({ asTool }: Definition): boolean {
  return asTool ?? true;
}

function isDeclaredTool({ asTool }: Definition): boolean {
  return asTool ?? false;
}

const PAIR_TOOLS: readonly Tool[] = [GET_PROMPT, LIST_PROMPTS];

/** The start of the places of prompts: names of tools have no blanks. */
const PROMPT_PREFIX = 'prompt ';

/** The start of the places of the pair, after `OF_PROMPT`: no name begins with it, and it sorts last. */
const PAIR_PREFIX = '\uFFFF';
