import type { Client } from '../api/context.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { type ListView, ListEntries } from '../catalogue/list-view.js';
import { NameSuggestions, VisibleNames } from '../catalogue/suggestions.js';
import { rulesOf } from '../catalogue/rule-groups.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import type { Definition } from '../definition/definition.js';
import { NotFoundError } from '../errors.js';
import { PROMPT } from '../prompt/prompt.js';
import type {
  ListToolsResult,
  Tool,
  GetPromptResult,
  CallToolResult,
  ContentBlock,
  PromptMessage,
  ListPromptsResult,
} from '../protocol.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import type { PlacedEntry } from './placed-entry.js';
import { clip } from '../text/strings.js';
import { TOOL, inputSchemaOf } from '../tool/tool.js';
import { ToolNames } from './tool-names.js';
import { isDialogue, SPEAKERS } from '../prompt/prompt-result.js';
import { OptionKind } from '../text/option-kinds.js';

/** The maximum number of prompts that a host without prompts gets as one tool each. Models choose badly among more. */
const MAX_EACH = 50;

/**
 * The tools that a client gets for prompts: one for each, the pair for all, or only those of prompts that declare it.
 */
type Offer = 'each' | 'pair' | 'chosen';

interface PromptToolsOptions {
  readonly prompts: Catalogue;
  readonly tools: Catalogue<ListToolsResult>;
  readonly clients: ClientProfiles;
  readonly choice: PromptsAsTools | undefined;
  readonly viewOf: (client: Client | undefined) => ListView;
}

/** The prompts of a registry as tools. Created once per registry. */
export class PromptTools {
  readonly #options: PromptToolsOptions;
  readonly #entries: ListEntries;
  /** All are made for the first client that gets prompts as tools. */
  #names: ToolNames | undefined;
  #suggestions: NameSuggestions | undefined;
  readonly #offered = new Map<Offer, VisibleNames>();

  constructor(options: PromptToolsOptions) {
    this.#options = options;
    this.#entries = new ListEntries((prompt) => promptToolEntry(prompt, this.#toolOf(prompt) ?? prompt.name));
  }

  /** The clients that get prompts as tools, if the application has set this. */
  get choice(): PromptsAsTools | undefined {
    return this.#options.choice;
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

  /** The target of a call of a prompt that a client gets as a tool of this name. */
  target(tool: unknown, client: Client | undefined): Target | undefined {
    const offer = this.#offerTo(client);
    if (typeof tool !== 'string' || !this.#isAnyOffered(offer)) return undefined;
    const prompt = this.#named.promptOf(tool);
    if (prompt === undefined || !this.#offeredBy(offer).has(prompt)) return undefined;
    // A caller who may not see the prompt gets the error of a tool that does not exist.
    const { tools } = this.#options;
    const target = this.#targetBy(offer, prompt, (_asked, request) => tools.unknown(tool, request));
    const unseen = tools.target(tool);
    const subjectOf: Target['subjectOf'] = (asked, found) => {
      return found === undefined ? unseen.subjectOf(clip(tool)) : target.subjectOf(asked, found);
    };
    return { ...target, subjectOf, called: { kind: TOOL.name, name: tool } };
  }

  /** The target of a call of `get_prompt`, which names a prompt, or anything else. */
  pairedTarget(prompt: unknown): Target {
    return this.#targetBy(PAIR_OFFERS, prompt, (asked, request) => {
      const suggestion = asked === undefined ? undefined : this.#pairedSuggestions.meant(asked, request);
      return new NotFoundError(PROMPT.name, asked, { suggestion });
    });
  }

  /** How a client calls a prompt that it gets as a tool, or by the pair. */
  callOf(prompt: Definition, client: Client | undefined): ToolCall | undefined {
    const offer = this.#offerTo(client);
    const tool = isOffered(prompt, offer) ? this.#toolOf(prompt) : undefined;
    if (tool !== undefined) return { tool };
    const isPaired = isOffered(prompt, PAIR_OFFERS) && this.pairedTool(GET_PROMPT.name, client) !== undefined;
    return isPaired ? { tool: GET_PROMPT.name, prompt: prompt.name } : undefined;
  }

  /** The tool of the pair that a client calls by this name. */
  pairedTool(tool: unknown, client: Client | undefined): Tool | undefined {
    if (this.#offerTo(client) !== 'pair') return undefined;
    return this.#pair().find(({ name }) => name === tool);
  }

  /** The prompts after a name that `list_prompts` lists, in the order of their names. */
  *pairedAfter(name: string | undefined, request: Request): Generator<PlacedEntry, void> {
    const { prompts } = this.#options;
    for (const prompt of prompts.visibleAfter(name, request, this.#offeredBy(PAIR_OFFERS)))
      if (isOffered(prompt, PAIR_OFFERS)) yield { entry: prompts.entryFor(prompt, request.client), place: prompt.name };
  }

  /** The tools after a place, in the order of the prompts' names. */
  *after(place: string | undefined, request: Request): Generator<PlacedEntry, void> {
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

  /** The target of a call of a prompt, of which only the versions of an offer can be called. */
  #targetBy(offer: Offer, name: unknown, unknown: DefinitionSource['unknown']): Target {
    const { prompts } = this.#options;
    const find: DefinitionSource['find'] = (asked, request) => {
      const prompt = prompts.find(asked, request);
      return prompt !== undefined && isOffered(prompt, offer) ? prompt : undefined;
    };
    return { ...prompts.target(name), source: { find, unknown, isChosen: (asked) => prompts.isChosen(asked) } };
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

  /** They suggest no prompt that the pair does not have. */
  get #pairedSuggestions(): NameSuggestions {
    const versions = (name: string) => {
      return this.#options.prompts.versions(name).filter((each) => isOffered(each, PAIR_OFFERS));
    };
    return (this.#suggestions ??= new NameSuggestions(this.#offeredBy(PAIR_OFFERS), versions));
  }

  get #named(): ToolNames {
    return (this.#names ??= this.#makeNames());
  }

  #makeNames(): ToolNames {
    const { prompts, tools } = this.#options;
    const others = [...tools.names, ...PAIRED.map(({ name }) => name)];
    const areHidden = tools.names.some((name) => rulesOf(tools.versions(name)).length > 0);
    return new ToolNames(prompts.names, others, areHidden);
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

/** The pair offers what would be a tool each. */
const PAIR_OFFERS: Offer = 'each';

/** What places of the pair begin with: no name does, and it comes after all. */
const PAIR = '\uFFFF';

/** How a model calls a prompt. */
interface ToolCall {
  readonly tool: string;
  /** The name of the prompt, if the tool gets every prompt. */
  readonly prompt?: string;
}

/**
 * The answer for a host that requests a prompt with placeholders, if the prompt cannot be rendered with them: its model
 * calls the prompt as a tool, once the user has typed the arguments.
 */
export function deferral({ tool, prompt }: ToolCall, given: Readonly<Record<string, unknown>>): GetPromptResult {
  const whose = prompt === undefined ? 'these arguments' : `the name "${prompt}" and these arguments`;
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
  const text = [
    `Call the tool "${tool}" with ${whose}, without those that are empty, and follow what it returns:`,
    ...texts.map(([name, value]) => `- ${name}: ${value as string}`),
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** The `_meta` key of the prompt that a tool stands for. */
const PROMPT_KEY = 'dev.cuecard/prompt';

const USE = 'Returns the messages of a prompt: follow them as if the user had written them.';

/** The list entry of a prompt as a tool. */
function promptToolEntry({ entry, arguments: plan, samples }: Definition, name: string): Tool {
  const { title, description, icons, _meta, name: prompt } = entry;
  const { 'dev.cuecard/schema': _schema, ...meta } = _meta ?? {};
  return {
    name,
    ...(title !== undefined && { title }),
    description: description === undefined ? USE : `${sentence(description)} ${USE}`,
    ...(icons !== undefined && { icons }),
    inputSchema: inputSchemaOf(plan, samples),
    annotations: { readOnlyHint: true },
    _meta: { ...meta, [PROMPT_KEY]: prompt },
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The messages of a prompt as the content of a tool's result. If several speak, each is named. Adjacent texts become one:
 * some hosts put nothing in between.
 */
export function promptToolResult({ messages, _meta }: GetPromptResult): CallToolResult {
  const areNamed = isDialogue(messages);
  const content: ContentBlock[] = [];
  for (const block of messages.flatMap((message) => (areNamed ? spoken(message) : [message.content]))) {
    const last = content.at(-1);
    if (last?.type === 'text' && block.type === 'text' && isPlain(last) && isPlain(block))
      content.splice(-1, 1, { ...last, text: `${last.text}\n\n${block.text}` });
    else content.push(block);
  }
  return { content, ...(_meta !== undefined && { _meta }) };
}

/** Whether a text has no metadata of its own, such as its audience, which another text must not inherit. */
function isPlain({ annotations, _meta }: ContentBlock): boolean {
  return annotations === undefined && _meta === undefined;
}

function spoken({ role, content }: PromptMessage): ContentBlock[] {
  const speaker = SPEAKERS[role];
  if (content.type === 'text') return [{ ...content, text: `${speaker}\n${content.text}` }];
  return [{ type: 'text', text: speaker }, content];
}

/** The clients that get prompts as tools: all with `true` or `'pair'`, none with `false`. */
export type PromptsAsTools = boolean | 'pair';

export const PROMPTS_AS_TOOLS = new OptionKind('true, false or "pair"', (given) => {
  return typeof given === 'boolean' || given === 'pair';
});

const annotations = { readOnlyHint: true };

/** The tools that stand for all prompts where these are too many for a tool each. */
export const LIST_PROMPTS = {
  name: 'list_prompts',
  title: 'List prompts',
  description: 'Lists the prompts of this server, a page at a time, with their arguments. Get one with get_prompt.',
  inputSchema: {
    type: 'object',
    properties: { cursor: { type: 'string', description: 'The nextCursor of the page before' } },
    additionalProperties: false,
  },
  annotations,
} satisfies Tool;

const GET_PROMPT = {
  name: 'get_prompt',
  title: 'Get a prompt',
  description:
    'Returns the messages of a prompt that list_prompts has listed. Follow them as if the user had written them.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the prompt' },
      arguments: { type: 'object', description: 'Its arguments, by name' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  annotations,
} satisfies Tool;

const PAIRED: readonly Tool[] = [GET_PROMPT, LIST_PROMPTS];

/** A page of prompts as the result of a tool: what a model needs to choose one, and to get it. */
export function promptPage({ prompts, nextCursor }: ListPromptsResult): CallToolResult {
  const listed = prompts.map(({ name, title, description, arguments: args }) => {
    return { name, title, description, arguments: args };
  });
  return { content: [{ type: 'text', text: JSON.stringify({ prompts: listed, nextCursor }) }] };
}
