import type { CallOptions, Definition, Host, ClientProfile } from '@cuecard/core';
import type { View } from '../api.js';
import type { Entry } from './list-search.js';
import { type RenderedResult, resultChanges } from './result-changes.js';
import { type Outcome, type ViewTarget, type ViewContext, viewOf } from './view-context.js';

/** The revision at which the metadata of a tool names its prompt. */
const WITH_META = '2025-11-25';

/** The tool that renders any prompt. */
const PAIRED = 'get_prompt';

type Strings = Readonly<Record<string, string>>;

/** Renders a prompt as hosts would receive it. */
export class PromptViews {
  readonly #context: ViewContext;
  readonly #strings: Strings;
  readonly #tools = new Map<string, Promise<string | undefined>>();

  constructor(context: ViewContext) {
    this.#context = context;
    this.#strings = stringsOf(context.target.arguments);
  }

  async view(host: Host, revision: string): Promise<View> {
    const call = this.#context.callOf(host, revision);
    const tool = await this.#toolFor(host);
    return host.profile.lacksPrompts === true
      ? this.#viewAsTool(host, revision, tool)
      : this.#viewAsPrompt(host, { revision, call, tool });
  }

  async #viewAsPrompt(
    host: Host,
    {
      revision,
      call,
      tool,
    }: { readonly revision: string; readonly call: CallOptions; readonly tool: string | undefined },
  ): Promise<View> {
    const { profile } = host;
    const { definition, name } = this.#context.target;
    const args = profile.sendsPlaceholders === true ? placeholdersFor(definition) : this.#strings;
    const params = { name, arguments: args };
    const [entry, plainEntry, outcome, plain] = await Promise.all([
      this.#context.entry('prompts/list', call),
      this.#context.entry('prompts/list', this.#context.plainCall),
      this.#context.ask('prompts/get', params, call),
      this.#context.askPlainly('prompts/get', params),
    ]);
    const changes = [
      ...(await this.#context.entryChanges(entry, plainEntry, call)),
      ...(args === this.#strings || Object.keys(args).length === 0 ? [] : [PLACEHOLDERS]),
      ...outcomeChanges(plain, outcome),
      ...(tool === undefined ? [] : [`it is the tool "${tool}", too`]),
    ];
    const shown = shownAs(profile, 'prompts', definition.name);
    return viewOf({ host: host.key, revision, ...namesOf(shown, tool), ...(entry && { entry }), ...outcome }, changes);
  }

  async #viewAsTool(host: Host, revision: string, tool: string | undefined): Promise<View> {
    const about = { host: host.key, revision };
    if (tool === undefined) return viewOf(about, ['the host has no prompts, and the prompt is not a tool']);
    const call = this.#context.callOf(host, revision);
    const { name } = this.#context.target;
    const args = tool === PAIRED ? { name, arguments: this.#strings } : this.#strings;
    const [entry, outcome, plain] = await Promise.all([
      this.#context.find('tools/list', call, (each) => each.name === tool),
      this.#context.ask('tools/call', { name: tool, arguments: args }, call),
      this.#context.askPlainly('prompts/get', { name, arguments: this.#strings }),
    ]);
    const changes = [`the host has no prompts: it gets the tool "${tool}"`, ...outcomeChanges(plain, outcome)];
    const shown = shownAs(host.profile, 'tools', tool);
    return viewOf({ ...about, ...namesOf(shown, tool), ...(entry && { entry }), ...outcome }, changes);
  }

  /** The name of the tool that a host gets for the prompt, at any revision. */
  #toolFor(host: Host): Promise<string | undefined> {
    const known = this.#tools.get(host.key) ?? this.#findTool(host);
    this.#tools.set(host.key, known);
    return known;
  }

  async #findTool(host: Host): Promise<string | undefined> {
    const call = this.#context.callOf(host, WITH_META);
    const { runtime, definition } = this.#context.target;
    if (!runtime.listsPromptsAsTools(call.client)) return undefined;
    const isChosen = await this.#context.isChosen(call);
    const isMeant = (entry: Entry) => isToolOf(entry, definition.name);
    const own = isChosen ? await this.#context.find('tools/list', call, isMeant) : undefined;
    if (own !== undefined) return own.name;
    const isPaired = definition.asTool !== false && runtime.registry.get(PAIRED, 'tool') === undefined;
    const pair = isPaired ? await this.#context.find('tools/list', call, ({ name }) => name === PAIRED) : undefined;
    return pair?.name;
  }
}

const PLACEHOLDERS = 'the host asks with $1, $2 and so on, and then replaces them by the input of the user';

/** Converts arguments to strings, as prompts require. */
function stringsOf(args: ViewTarget['arguments']): Strings {
  const strings = Object.entries(args).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return Object.fromEntries(strings) as Strings;
}

function placeholdersFor({ arguments: plan }: Definition): Strings {
  return Object.fromEntries(plan.names.map((name, index) => [name, `$${index + 1}`]));
}

function isToolOf({ _meta }: Entry, prompt: string): boolean {
  const meta = _meta as Readonly<Record<string, unknown>> | undefined;
  return meta?.['dev.cuecard/prompt'] === prompt;
}

function namesOf(shown: string | undefined, tool: string | undefined): Pick<View, 'shownAs' | 'asTool'> {
  return { ...(shown !== undefined && { shownAs: shown }), ...(tool !== undefined && { asTool: tool }) };
}

function outcomeChanges(plain: Outcome, shown: Outcome): string[] {
  if (plain.result !== undefined && shown.result !== undefined)
    return resultChanges(plain.result as RenderedResult, shown.result as RenderedResult);
  return plain.error !== undefined && shown.result !== undefined && 'messages' in Object(shown.result)
    ? ['the prompt fails with placeholders: it asks the model to call it as a tool']
    : [];
}

/** The name that a host shows instead of a name; `undefined` if it is the same. */
export function shownAs({ rewrites }: ClientProfile, kind: 'prompts' | 'tools', name: string): string | undefined {
  const replaced: Readonly<Record<string, string | undefined>> = rewrites?.[kind] ?? {};
  const shown = name.replace(/[-_./]/g, (each) => replaced[each] ?? each);
  return shown === name ? undefined : shown;
}
