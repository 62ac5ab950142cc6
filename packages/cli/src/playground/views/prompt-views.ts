import type { CallOptions, Definition, Host, ClientProfile } from '@cuecard/core';
import type { View } from '../api.js';
import type { Entry } from './list-search.js';
import { type Rendered, resultChanges } from './result-changes.js';
import { type Outcome, type Viewed, type Viewing, viewOf } from './viewing.js';

/** The revision at which a tool's metadata says which prompt it is. */
const WITH_META = '2025-11-25';

/** The tool that gets every prompt by its name. */
const PAIRED = 'get_prompt';

type Texts = Readonly<Record<string, string>>;

/** Plays clients to a prompt. */
export class PromptViews {
  readonly #viewing: Viewing;
  readonly #texts: Texts;
  readonly #tools = new Map<string, Promise<string | undefined>>();

  constructor(viewing: Viewing) {
    this.#viewing = viewing;
    this.#texts = textsOf(viewing.viewed.arguments);
  }

  async view(host: Host, revision: string): Promise<View> {
    const call = this.#viewing.callOf(host, revision);
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
    const { definition, name } = this.#viewing.viewed;
    const given = profile.sendsPlaceholders === true ? placeholdersFor(definition) : this.#texts;
    const params = { name, arguments: given };
    const [entry, plainEntry, outcome, plain] = await Promise.all([
      this.#viewing.entry('prompts/list', call),
      this.#viewing.entry('prompts/list', this.#viewing.plainCall),
      this.#viewing.ask('prompts/get', params, call),
      this.#viewing.askPlainly('prompts/get', params),
    ]);
    const changes = [
      ...(await this.#viewing.entryChanges(entry, plainEntry, call)),
      ...(given === this.#texts || Object.keys(given).length === 0 ? [] : [PLACEHOLDERS]),
      ...outcomeChanges(plain, outcome),
      ...(tool === undefined ? [] : [`it is the tool "${tool}", too`]),
    ];
    const shown = shownAs(profile, 'prompts', definition.name);
    return viewOf({ host: host.key, revision, ...named(shown, tool), ...(entry && { entry }), ...outcome }, changes);
  }

  async #viewAsTool(host: Host, revision: string, tool: string | undefined): Promise<View> {
    const about = { host: host.key, revision };
    if (tool === undefined) return viewOf(about, ['the host has no prompts, and this is no tool']);
    const call = this.#viewing.callOf(host, revision);
    const { name } = this.#viewing.viewed;
    const args = tool === PAIRED ? { name, arguments: this.#texts } : this.#texts;
    const [entry, outcome, plain] = await Promise.all([
      this.#viewing.find('tools/list', call, (each) => each.name === tool),
      this.#viewing.ask('tools/call', { name: tool, arguments: args }, call),
      this.#viewing.askPlainly('prompts/get', { name, arguments: this.#texts }),
    ]);
    const changes = [`the host has no prompts: it gets the tool "${tool}"`, ...outcomeChanges(plain, outcome)];
    const shown = shownAs(host.profile, 'tools', tool);
    return viewOf({ ...about, ...named(shown, tool), ...(entry && { entry }), ...outcome }, changes);
  }

  /** The name of the tool that a host gets for the prompt, whatever its revision. */
  #toolFor(host: Host): Promise<string | undefined> {
    const known = this.#tools.get(host.key) ?? this.#findTool(host);
    this.#tools.set(host.key, known);
    return known;
  }

  async #findTool(host: Host): Promise<string | undefined> {
    const call = this.#viewing.callOf(host, WITH_META);
    const { runtime, definition } = this.#viewing.viewed;
    if (!runtime.listsPromptsAsTools(call.client)) return undefined;
    const isChosen = await this.#viewing.isChosen(call);
    const isMeant = (entry: Entry) => isToolOf(entry, definition.name);
    const own = isChosen ? await this.#viewing.find('tools/list', call, isMeant) : undefined;
    if (own !== undefined) return own.name;
    const isPaired = definition.asTool !== false && runtime.registry.get(PAIRED, 'tool') === undefined;
    const pair = isPaired ? await this.#viewing.find('tools/list', call, ({ name }) => name === PAIRED) : undefined;
    return pair?.name;
  }
}

const PLACEHOLDERS = 'the host asks with $1, $2 and so on, and then replaces these in the text by what the user types';

/** Arguments of prompts are texts. */
function textsOf(given: Viewed['arguments']): Texts {
  const texts = Object.entries(given).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return Object.fromEntries(texts) as Texts;
}

function placeholdersFor({ arguments: plan }: Definition): Texts {
  return Object.fromEntries(plan.names.map((name, index) => [name, `$${index + 1}`]));
}

function isToolOf({ _meta }: Entry, prompt: string): boolean {
  const meta = _meta as Readonly<Record<string, unknown>> | undefined;
  return meta?.['dev.cuecard/prompt'] === prompt;
}

function named(shown: string | undefined, tool: string | undefined): Pick<View, 'shownAs' | 'asTool'> {
  return { ...(shown !== undefined && { shownAs: shown }), ...(tool !== undefined && { asTool: tool }) };
}

function outcomeChanges(plain: Outcome, shown: Outcome): string[] {
  if (plain.result !== undefined && shown.result !== undefined)
    return resultChanges(plain.result as Rendered, shown.result as Rendered);
  return plain.error !== undefined && shown.result !== undefined && 'messages' in Object(shown.result)
    ? ['the prompt fails with placeholders: it asks the model to call it as a tool']
    : [];
}

/** The name that a host makes of another; `undefined` if it leaves that as it is. */
export function shownAs({ rewrites }: ClientProfile, kind: 'prompts' | 'tools', name: string): string | undefined {
  const replaced: Readonly<Record<string, string | undefined>> = rewrites?.[kind] ?? {};
  const shown = name.replace(/[-_./]/g, (each) => replaced[each] ?? each);
  return shown === name ? undefined : shown;
}
