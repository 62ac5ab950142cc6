import type { Client } from '../api/context.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { ListEntries } from '../catalogue/list-entries.js';
import type { ListView } from '../catalogue/list-view.js';
import { VisibleNames } from '../catalogue/visible-names.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { Definition } from '../definition/definition.js';
import type { ListEntry, ListToolsResult, Tool } from '../protocol.js';
import type { Request } from '../request/request.js';
import { GET_PROMPT, LIST_PROMPTS } from './prompt-pair.js';
import { promptToolEntry } from './prompt-tool.js';
import type { PromptsAsTools } from './prompts-as-tools.js';
import { ToolNames } from './tool-names.js';

/** The maximum number of prompts that a host without prompts gets as one tool each. Models choose badly among more. */
const MAX_EACH = 50;

/** What a client gets as tools: each prompt, the pair of tools that stands for all, or only prompts that say so. */
type Offer = 'each' | 'pair' | 'chosen';

export interface PromptToolsOptions {
  readonly prompts: Catalogue;
  readonly tools: Catalogue<ListToolsResult>;
  readonly clients: ClientProfiles;
  readonly choice: PromptsAsTools | undefined;
  readonly viewOf: (client: Client | undefined) => ListView;
}

/** A tool of a list, and its place there. */
export interface PlacedTool {
  readonly entry: ListEntry;
  readonly place: string;
}

/** The prompts of a registry as tools. Created once per registry. */
export class PromptTools {
  readonly #options: PromptToolsOptions;
  readonly #entries: ListEntries;
  /** Both are made for the first client that gets prompts as tools. */
  #names: ToolNames | undefined;
  readonly #offered = new Map<Offer, VisibleNames>();

  constructor(options: PromptToolsOptions) {
    this.#options = options;
    this.#entries = new ListEntries((prompt) => promptToolEntry(prompt, this.#toolOf(prompt) ?? prompt.name));
  }

  /** Whether there may be clients that get prompts as tools. */
  get isPossible(): boolean {
    const { choice, prompts } = this.#options;
    return prompts.names.length > 0 && (choice !== false || this.#isAnyOffered('chosen'));
  }

  /** Whether a client gets any prompt as a tool. */
  isOfferedTo(client: Client | undefined): boolean {
    if (this.#options.prompts.names.length === 0) return false;
    const offer = this.#offerTo(client);
    return offer !== 'chosen' || this.#isAnyOffered(offer);
  }

  /** The name of the prompt that a client gets as a tool of this name. */
  promptOf(tool: unknown, client: Client | undefined): string | undefined {
    const offer = this.#offerTo(client);
    if (typeof tool !== 'string' || !this.#isAnyOffered(offer)) return undefined;
    const prompt = this.#named.promptOf(tool);
    return prompt !== undefined && this.#offeredBy(offer).has(prompt) ? prompt : undefined;
  }

  /** The name of the tool that a client gets in place of a prompt. */
  toolOf(prompt: string, client: Client | undefined): string | undefined {
    return this.#offeredBy(this.#offerTo(client)).has(prompt) ? this.#named.toolOf(prompt) : undefined;
  }

  /** The tool of the pair that a client calls by this name. */
  pairedTool(tool: unknown, client: Client | undefined): Tool | undefined {
    if (this.#offerTo(client) !== 'pair') return undefined;
    return this.#pair().find(({ name }) => name === tool);
  }

  /** The tools after a place, in the order of the prompts' names. */
  *after(place: string | undefined, request: Request): Generator<PlacedTool, void> {
    const { prompts, viewOf } = this.#options;
    const offer = this.#offerTo(request.client);
    const view = viewOf(request.client);
    if (!place?.startsWith(PAIR))
      for (const prompt of prompts.visibleAfter(place, request, this.#offeredBy(offer)))
        if (isOffered(prompt, offer)) yield { entry: this.#entries.of(prompt, view), place: prompt.name };
    if (offer !== 'pair') return;
    for (const tool of this.#pair())
      if (place === undefined || PAIR + tool.name > place) yield { entry: view.entry(tool), place: PAIR + tool.name };
  }

  #offerTo(client: Client | undefined): Offer {
    const { choice, clients, prompts } = this.#options;
    if (choice === 'pair') return 'pair';
    const { lacksPrompts, sendsPlaceholders } = clients.of(client);
    if (choice === true) return 'each';
    if (choice === false || (lacksPrompts !== true && sendsPlaceholders !== true)) return 'chosen';
    return prompts.names.length > MAX_EACH ? 'pair' : 'each';
  }

  #toolOf({ name }: Definition): string | undefined {
    return this.#named.toolOf(name);
  }

  get #named(): ToolNames {
    const { prompts, tools, clients } = this.#options;
    const others = [...tools.names, ...PAIRED.map(({ name }) => name)];
    return (this.#names ??= new ToolNames(prompts.names, others, clients.rewritings.values()));
  }

  /** The pair, without what the application has a tool of its own for. */
  #pair(): readonly Tool[] {
    return PAIRED.filter(({ name }) => this.#options.tools.versions(name).length === 0);
  }

  #isAnyOffered(offer: Offer): boolean {
    return this.#offeredBy(offer).all.length > 0;
  }

  /** The names of the prompts of which a version is a tool. */
  #offeredBy(offer: Offer): VisibleNames {
    const offered = this.#offered.get(offer) ?? this.#namesFor(offer);
    this.#offered.set(offer, offered);
    return offered;
  }

  #namesFor(offer: Offer): VisibleNames {
    const { prompts } = this.#options;
    const versions = (name: string) => prompts.versions(name);
    const names = prompts.names.filter((name) => versions(name).some((each) => isOffered(each, offer)));
    return new VisibleNames(names, versions);
  }
}

function isOffered({ asTool }: Definition, offer: Offer): boolean {
  return asTool ?? offer === 'each';
}

/** What places of the pair begin with: no name does, and it comes after all. */
const PAIR = '\uFFFF';

const PAIRED: readonly Tool[] = [GET_PROMPT, LIST_PROMPTS];
