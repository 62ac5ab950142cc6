import type { ClassKind } from '../definition/kind.js';
import { isDialogue, adaptPromptResult, SPEAKERS } from '../prompt/prompt-result.js';
import { PROMPT } from '../prompt/prompt.js';
import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  ListPromptsResult,
  ListToolsResult,
  PromptMessage,
  Tool,
  ListEntry,
  ListToolsParams,
} from '../protocol.js';
import { createInputSchema, TOOL } from '../tool/tool.js';
import type { Client } from '../api/context.js';
import type { Catalogue, CatalogueOptions, KeyedEntry } from '../catalogue/catalogue.js';
import { ListEntries } from '../catalogue/list-view.js';
import type { ClientProfiles } from '../clients/client-profiles.js';
import { readCursor } from '../cursor.js';
import type { Definition } from '../definition/definition.js';
import type { Operation } from '../engine/engine.js';
import type { DefinitionSource, Request, Target } from '../request/request.js';
import { OptionKind } from '../text/option-kinds.js';
import { clip } from '../text/strings.js';
import type { Awaitable } from '../types.js';
import { nameInClients } from '../definition/naming.js';

/** The `_meta` key under which a tool has the name of the prompt that it renders. */
const PROMPT_KEY = 'dev.cuecard/prompt';

const USAGE = 'Returns the messages of a prompt: follow them as if the user had written them.';

const annotations = { readOnlyHint: true };

/** The kind of prompts that clients get as tools. They are listed like tools and rendered like prompts. */
export const PROMPT_TOOL: ClassKind<GetPromptResult, ListToolsResult> = {
  ...PROMPT,
  methods: { list: TOOL.methods.list, call: PROMPT.methods.call },
  entryOf: ({ name, title, description, icons, _meta }, plan, _specifics, samples): Tool => {
    const { 'dev.cuecard/schema': _schema, ...meta } = _meta ?? {};
    return {
      name,
      ...(title !== undefined && { title }),
      description: description === undefined ? USAGE : `${asSentence(description)} ${USAGE}`,
      ...(icons !== undefined && { icons }),
      inputSchema: createInputSchema(plan, samples),
      annotations,
      _meta: { ...meta, [PROMPT_KEY]: name },
    };
  },
  entriesProperty: TOOL.entriesProperty,
  pageShape: TOOL.pageShape,
  adaptToClient: (result, client, clients) => adaptPromptResult(result, client, clients, 'tools'),
};

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Converts a prompt result to a tool result. In a dialogue, each message begins with its speaker. Adjacent text blocks
 * are joined, because some hosts put nothing between blocks.
 */
export function promptAsToolResult({ messages, _meta }: GetPromptResult): CallToolResult {
  const showsSpeakers = isDialogue(messages);
  const content: ContentBlock[] = [];
  for (const block of messages.flatMap((message) => (showsSpeakers ? withSpeaker(message) : [message.content]))) {
    const last = content.at(-1);
    if (last?.type === 'text' && block.type === 'text' && isPlain(last) && isPlain(block))
      content.splice(-1, 1, { ...last, text: `${last.text}\n\n${block.text}` });
    else content.push(block);
  }
  return { content, ...(_meta !== undefined && { _meta }) };
}

/**
 * Whether a block has no metadata. A joined block must not inherit metadata, such as an audience, from one of its
 * parts.
 */
function isPlain({ annotations: hints, _meta }: ContentBlock): boolean {
  return hints === undefined && _meta === undefined;
}

function withSpeaker({ role, content }: PromptMessage): ContentBlock[] {
  const speaker = SPEAKERS[role];
  if (content.type === 'text') return [{ ...content, text: `${speaker}\n${content.text}` }];
  return [{ type: 'text', text: speaker }, content];
}

interface PromptToolCall {
  readonly tool: string;
  /** The name of the prompt, if the tool is `get_prompt`. */
  readonly prompt?: string;
}

/**
 * Returns a prompt result that asks the model to call the prompt as a tool. The result is sent if the prompt cannot be
 * rendered with the host's placeholders, which the host later replaces with the user's text.
 */
export function toolCallMessage(
  { tool, prompt }: PromptToolCall,
  args: Readonly<Record<string, unknown>>,
): GetPromptResult {
  const inputs = prompt === undefined ? 'these arguments' : `the name "${prompt}" and these arguments`;
  const texts = Object.entries(args).filter(([, value]) => typeof value === 'string');
  const text = [
    `Call the tool "${tool}" with ${inputs}, without those that are empty, and follow what it returns:`,
    ...texts.map(([name, value]) => `- ${name}: ${value as string}`),
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/**
 * The first of two tools that give access to all prompts, for servers with too many prompts to offer a tool for each.
 */
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

/** Converts a page of prompts to a tool result, with everything that a model needs to choose and get a prompt. */
export function pageAsToolResult({ prompts, nextCursor }: ListPromptsResult): CallToolResult {
  const listed = prompts.map(({ name, title, description, arguments: args }) => {
    return { name, title, description, arguments: args };
  });
  return { content: [{ type: 'text', text: JSON.stringify({ prompts: listed, nextCursor }) }] };
}

/** Whether all clients get prompts as tools: one tool per prompt (`true`), or two tools for all prompts (`'pair'`). */
export type PromptsAsTools = boolean | 'pair';

export const PROMPTS_AS_TOOLS = new OptionKind('true, false or "pair"', (value) => {
  return typeof value === 'boolean' || value === 'pair';
});

/** The maximum number of prompts to offer as one tool each. With more tools, models choose badly. */
const MAX_TOOLS = 50;

/**
 * The tools that a client gets for prompts: one for `each` prompt, the `pair` of tools, or one for each prompt that
 * declares `asTool` (`chosen`).
 */
type OfferMode = 'each' | 'pair' | 'chosen';

interface PromptToolsOptions {
  readonly prompts: Catalogue;
  readonly tools: Catalogue<ListToolsResult>;
  readonly clients: ClientProfiles;
  readonly setting: PromptsAsTools | undefined;
  /** Creates a further catalogue for the same registry. */
  readonly catalogueOf: <Page extends object>(
    kind: ClassKind<object, Page>,
    options: Partial<CatalogueOptions<Page>>,
  ) => Catalogue<Page>;
}

/** The list of tools, followed by the prompts that a client gets as tools. Created once per registry. */
export class PromptTools implements Operation<ListToolsParams, ListToolsResult> {
  readonly #options: PromptToolsOptions;
  readonly #entries = new ListEntries((prompt) => this.#createEntry(prompt));
  /** Created, like the catalogues below, for the first client that gets prompts as tools. */
  #createdNames: ToolNames | undefined;
  #allPrompts: Catalogue<ListToolsResult> | undefined;
  #declaredPrompts: Catalogue<ListToolsResult> | undefined;
  #pairPrompts: Catalogue<ListPromptsResult> | undefined;

  constructor(options: PromptToolsOptions) {
    this.#options = options;
  }

  /** The option `promptsAsTools` of the runtime. */
  get setting(): PromptsAsTools | undefined {
    return this.#options.setting;
  }

  get method(): string {
    return this.#options.tools.method;
  }

  get mayBeOffered(): boolean {
    const { setting, prompts } = this.#options;
    return prompts.names.length > 0 && (setting !== false || this.#promptsFor('chosen').names.length > 0);
  }

  isOfferedTo(client: Client | undefined): boolean {
    if (this.#options.prompts.names.length === 0) return false;
    const mode = this.#modeFor(client);
    return mode !== 'chosen' || this.#promptsFor(mode).names.length > 0;
  }

  /** @throws {InvalidCursorError} if this server did not create the cursor */
  answer(params: ListToolsParams, request: Request): Awaitable<ListToolsResult> {
    const { prompts, tools } = this.#options;
    if (!this.isOfferedTo(request.client)) return tools.answer(params, request);
    request.step = 'list';
    tools.isListed = true;
    prompts.isListed = true;
    const key = params.cursor === undefined ? undefined : readCursor(params.cursor);
    return request.lookUp(() => tools.pageOf(this.#entriesAfter(key, request), request.client));
  }

  check(answer: unknown, request: Request): ListToolsResult {
    return this.#options.tools.check(answer, request);
  }

  get pairCatalogue(): Catalogue<ListPromptsResult> {
    const { catalogueOf } = this.#options;
    return (this.#pairPrompts ??= catalogueOf(PROMPT, { includes: mayBecomeTool, isPrivate: true }));
  }

  /** Returns the target for the prompt that a client gets as a tool with this name; `undefined` if there is none. */
  target(tool: unknown, client: Client | undefined): Target | undefined {
    const { tools } = this.#options;
    const offered = this.#promptsFor(this.#modeFor(client));
    const prompt = typeof tool === 'string' && offered.names.length > 0 ? this.#toolNames.promptOf(tool) : undefined;
    if (typeof tool !== 'string' || prompt === undefined || !offered.has(prompt)) return undefined;
    // If the caller may not see the prompt, the error is the same as for an unknown tool.
    const [target, toolTarget] = [offered.target(prompt), tools.target(tool)];
    const source: DefinitionSource = {
      find: (requested, request) => offered.find(requested, request),
      notFoundError: (_asked, request) => tools.notFoundError(tool, request),
      isSelectable: (requested) => offered.isSelectable(requested),
    };
    const subjectOf: Target['subjectOf'] = (requested, found) => {
      return found === undefined ? toolTarget.subjectOf(clip(tool)) : target.subjectOf(requested, found);
    };
    return { ...target, source, subjectOf, called: { kind: TOOL.name, name: tool } };
  }

  /**
   * Returns the tool call with which a client gets a prompt: a call of the prompt's own tool, or of `get_prompt`;
   * `undefined` if neither tool is offered.
   */
  callFor(prompt: Definition, client: Client | undefined): PromptToolCall | undefined {
    const isTool = this.#modeFor(client) === 'each' ? mayBecomeTool : declaresAsTool;
    const tool = isTool(prompt) ? this.#toolNames.toolOf(prompt.name) : undefined;
    if (tool !== undefined) return { tool };
    const isOfferedByPair = mayBecomeTool(prompt) && this.pairedTool(GET_PROMPT.name, client) !== undefined;
    return isOfferedByPair ? { tool: GET_PROMPT.name, prompt: prompt.name } : undefined;
  }

  /** Returns the tool of the pair with this name; `undefined` if there is none, or the client does not get the pair. */
  pairedTool(tool: unknown, client: Client | undefined): Tool | undefined {
    if (this.#modeFor(client) !== 'pair') return undefined;
    return this.#pair().find(({ name }) => name === tool);
  }

  *#entriesAfter(key: string | undefined, request: Request): Generator<KeyedEntry, void> {
    const isPromptKey = key?.startsWith(PROMPT_PREFIX) === true;
    if (!isPromptKey) yield* this.#options.tools.entriesAfter(key, request);
    const after = isPromptKey ? key.slice(PROMPT_PREFIX.length) : '';
    for (const { key: name, entry } of this.#promptsAfter(after, request)) yield { key: PROMPT_PREFIX + name, entry };
  }

  *#promptsAfter(key: string, request: Request): Generator<KeyedEntry, void> {
    const mode = this.#modeFor(request.client);
    if (!key.startsWith(PAIR_PREFIX)) yield* this.#promptsFor(mode).entriesAfter(key, request);
    if (mode !== 'pair') return;
    const view = this.#options.tools.viewOf(request.client);
    for (const tool of this.#pair())
      if (PAIR_PREFIX + tool.name > key) yield { key: PAIR_PREFIX + tool.name, entry: () => view.entry(tool) };
  }

  #modeFor(client: Client | undefined): OfferMode {
    const { setting, clients, prompts } = this.#options;
    if (setting === 'pair') return 'pair';
    const { lacksPrompts, sendsPlaceholders } = clients.of(client);
    if (setting === true) return 'each';
    if (setting === false || (lacksPrompts !== true && sendsPlaceholders !== true)) return 'chosen';
    return prompts.names.length > MAX_TOOLS ? 'pair' : 'each';
  }

  #promptsFor(mode: OfferMode): Catalogue<ListToolsResult> {
    const entries = this.#entries;
    const { catalogueOf } = this.#options;
    if (mode === 'each') return (this.#allPrompts ??= catalogueOf(PROMPT_TOOL, { entries, includes: mayBecomeTool }));
    return (this.#declaredPrompts ??= catalogueOf(PROMPT_TOOL, { entries, includes: declaresAsTool }));
  }

  #createEntry(prompt: Definition): ListEntry {
    const entry = PROMPT_TOOL.entryOf(prompt.entry, prompt.arguments, prompt.specifics, prompt.samples);
    return { ...entry, name: this.#toolNames.toolOf(prompt.name) ?? prompt.name };
  }

  get #toolNames(): ToolNames {
    if (this.#createdNames !== undefined) return this.#createdNames;
    const { prompts, tools } = this.#options;
    const others = [...tools.names, ...PAIR_TOOLS.map(({ name }) => name)];
    const isHidden = (name: string) => tools.versions(name).every(({ visibility }) => visibility !== undefined);
    return (this.#createdNames = new ToolNames(prompts.names, others, tools.names.some(isHidden)));
  }

  /** Returns the pair, without tools whose names the application already uses. */
  #pair(): readonly Tool[] {
    return PAIR_TOOLS.filter(({ name }) => !this.#options.tools.has(name));
  }
}

function mayBecomeTool({ asTool }: Definition): boolean {
  return asTool ?? true;
}

function declaresAsTool({ asTool }: Definition): boolean {
  return asTool ?? false;
}

const PAIR_TOOLS: readonly Tool[] = [GET_PROMPT, LIST_PROMPTS];

/** The prefix of the cursor keys of prompts. Tool names contain no spaces, so the keys cannot clash with tool names. */
const PROMPT_PREFIX = 'prompt ';

/** The prefix of the pair's cursor keys, after `PROMPT_PREFIX`. The character sorts after all prompt names. */
const PAIR_PREFIX = '\uFFFF';

/** The maximum length of a tool name. Some hosts cut names at 64 characters, including the server's name. */
const MAX_LENGTH = 40;

/**
 * Replaces every character that any host rewrites with `_`. For example, Codex turns "-" into "_", and Copilot CLI
 * turns "." into "-".
 */
function comparableName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '_');
}

/** The tool names of prompts. In every host they differ from each other and from the names of other tools. */
class ToolNames {
  readonly #toolOf = new Map<string, string>();
  readonly #promptOf = new Map<string, string>();
  /** The next suffix to try, by the beginning of a comparable name. */
  readonly #nextSuffixes = new Map<string, number>();
  readonly #firstSuffix: number;

  /**
   * @param taken the names of other tools
   * @param areHidden whether some callers do not see all of the other tools. If so, every name gets an ending, because
   * an ending on only some names would reveal a hidden tool.
   */
  constructor(prompts: readonly string[], taken: Iterable<string>, areHidden: boolean) {
    this.#firstSuffix = areHidden ? 1 : 0;
    const unavailable = new Set(Array.from(taken, comparableName));
    for (const prompt of prompts) {
      const tool = this.#freeName(nameInClients(prompt), (name) => unavailable.has(comparableName(name)));
      unavailable.add(comparableName(tool));
      this.#toolOf.set(prompt, tool);
      this.#promptOf.set(tool, prompt);
    }
  }

  toolOf(prompt: string): string | undefined {
    return this.#toolOf.get(prompt);
  }

  promptOf(tool: string): string | undefined {
    return this.#promptOf.get(tool);
  }

  #freeName(name: string, isTaken: (name: string) => boolean): string {
    const first = withEnding(name, this.#firstSuffix);
    if (!isTaken(first)) return first;
    const start = comparableName(name.slice(0, MAX_LENGTH - MAX_ENDING_LENGTH));
    let suffix = this.#nextSuffixes.get(start) ?? 1;
    while (isTaken(withEnding(name, suffix))) suffix += 1;
    this.#nextSuffixes.set(start, suffix + 1);
    return withEnding(name, suffix);
  }
}

/** The length of an ending whose suffix has six digits. */
const MAX_ENDING_LENGTH = '_prompt_999999'.length;

function withEnding(name: string, suffix: number): string {
  const ending = ['', '_prompt'][suffix] ?? `_prompt_${suffix}`;
  return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
