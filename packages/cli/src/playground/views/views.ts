import type { CallOptions, ClientProfile, Host, KindName, Runtime } from '@cuecard/core';
import type { View } from '../api.js';
import { RequestFault } from '../http/api-routes.js';
import { definitionOf } from '../project/catalogue.js';
import { choicesIn, kindIn, memberOf, objectIn, textIn } from '../project/definition-detail.js';
import { type Entry, resultChanges } from './changes.js';
import { type EntrySearch, hostsOf, type MethodCall, REVISIONS, ViewContext } from './view-context.js';

/**
 * The views of a request, by hosts, then by revisions. Views of hosts are rendered in parallel.
 * @throws {RequestFault} for an invalid request or an unknown definition
 */
export async function viewsOf(runtime: Runtime, body: unknown, signal: AbortSignal): Promise<readonly View[]> {
  const hosts = hostsOf(runtime);
  const requested = choicesIn(
    body,
    'hosts',
    hosts.map(({ key }) => key),
  );
  const revisions = choicesIn(body, 'revisions', REVISIONS);
  const views = new Views(await contextOf(runtime, body, signal));
  const chosen = hosts.filter(({ key }) => requested.includes(key));
  return (await Promise.all(chosen.map((host) => views.of(host, revisions)))).flat();
}

async function contextOf(runtime: Runtime, body: unknown, signal: AbortSignal): Promise<ViewContext> {
  const [kind, name] = [kindIn(body), textIn(body, 'name')];
  const args = objectIn(body, 'arguments');
  const definition = await definitionOf(runtime, kind, name);
  if (definition === undefined) throw new RequestFault(404, 'definition', `There is no ${kind} "${name}"`);
  const [uri, principal] = ['uri', 'principal'].map((each) => (memberOf(body, each) ? textIn(body, each) : undefined));
  return new ViewContext({ runtime, definition, name, arguments: args, uri, principal, signal });
}

/** The revision at which the metadata of a tool names its prompt. */
const WITH_META = '2025-11-25';

/** The tool that renders any prompt. */
const PAIRED = 'get_prompt';

const PLACEHOLDERS = 'the host sends the placeholders $1, $2, …, and then replaces them with the input of the user';

/** Shows a definition as hosts get it. Tools are not called. */
class Views {
  readonly #context: ViewContext;
  readonly #kind: KindName;

  constructor(context: ViewContext) {
    this.#context = context;
    this.#kind = context.target.definition.kind.name;
  }

  async of(host: Host, revisions: readonly string[]): Promise<View[]> {
    const tool = this.#kind === 'prompt' ? await this.#toolFor(host).catch(() => undefined) : undefined;
    const lacksKind = this.#kind === 'prompt' && host.profile.lacksPrompts === true;
    const views: View[] = [];
    // One after another: prompts may be costly to render.
    for (const revision of revisions) {
      const call = this.#context.callOf(host, revision);
      const view = await (lacksKind ? this.#asTool(host, call, tool) : this.#asItself(host, call, tool));
      views.push({ host: host.key, revision, ...(tool !== undefined && { asTool: tool }), ...view });
    }
    return views;
  }

  async #asItself({ profile }: Host, call: CallOptions, tool: string | undefined): Promise<HostView> {
    const { definition } = this.#context.target;
    const { names } = definition.arguments;
    const hasPlaceholders = this.#kind === 'prompt' && profile.sendsPlaceholders === true && names.length > 0;
    const request = this.#request(hasPlaceholders ? placeholdersFor(names) : undefined);
    const [{ changes, ...listing }, outcome, plain] = await Promise.all([
      this.#context.listing(() => this.#search(call), call),
      request === undefined ? {} : this.#context.call(request, call),
      request === undefined ? {} : this.#context.callPlainly(request),
    ]);
    return withName(profile, this.#kind, definition.name, {
      ...listing,
      ...outcome,
      changes: [
        ...changes,
        ...(hasPlaceholders ? [PLACEHOLDERS] : []),
        ...resultChanges(plain, outcome),
        ...(tool === undefined ? [] : [`the prompt is also offered as the tool "${tool}"`]),
      ],
    });
  }

  async #asTool({ profile }: Host, call: CallOptions, tool: string | undefined): Promise<HostView> {
    if (tool === undefined)
      return { changes: ['the host does not support prompts, and this prompt is not offered as a tool'] };
    const { params } = this.#request() as { readonly params: { readonly arguments: Strings } };
    const request = {
      method: 'tools/call',
      params: { name: tool, arguments: tool === PAIRED ? params : params.arguments },
    };
    const [entry, outcome, plain] = await Promise.all([
      this.#context.find(byName('tools/list', tool), call),
      this.#context.call(request, call),
      this.#context.callPlainly({ method: 'prompts/get', params }),
    ]);
    const changes = [
      `the host does not support prompts, and gets the tool "${tool}" instead`,
      ...resultChanges(plain, outcome),
    ];
    return withName(profile, 'tool', tool, { ...(entry && { entry }), ...outcome, changes });
  }

  /** The call that shows the result, if there is one. */
  #request(args?: Strings): MethodCall | undefined {
    const { name, uri, arguments: values } = this.#context.target;
    if (this.#kind === 'prompt')
      return { method: 'prompts/get', params: { name, arguments: args ?? stringsOf(values) } };
    return uri === undefined ? undefined : { method: 'resources/read', params: { uri } };
  }

  /** The list with the entry of the definition, if its name selects it. */
  async #search(call: CallOptions): Promise<EntrySearch | undefined> {
    const { name, entry, kind } = this.#context.target.definition;
    const { uri, uriTemplate } = entry as { readonly uri?: string; readonly uriTemplate?: string };
    if (uriTemplate !== undefined)
      return { method: 'resources/templates/list', isMeant: (each) => each['uriTemplate'] === uriTemplate };
    if (uri !== undefined) return { method: kind.methods.list, isMeant: (each) => each['uri'] === uri };
    return (await this.#context.isChosen(call)) ? byName(kind.methods.list, name) : undefined;
  }

  /** The name of the tool that a host gets for the prompt, at any revision. */
  async #toolFor(host: Host): Promise<string | undefined> {
    const call = this.#context.callOf(host, WITH_META);
    const { runtime, definition } = this.#context.target;
    if (!runtime.listsPromptsAsTools(call.client)) return undefined;
    const isMeant = (entry: Entry) => Object(entry['_meta'])['dev.cuecard/prompt'] === definition.name;
    const isChosen = await this.#context.isChosen(call);
    const own = isChosen ? await this.#context.find({ method: 'tools/list', isMeant }, call) : undefined;
    const isPaired = definition.asTool !== false && runtime.registry.get(PAIRED, 'tool') === undefined;
    const tool = own ?? (isPaired ? await this.#context.find(byName('tools/list', PAIRED), call) : undefined);
    return tool?.['name'] as string | undefined;
  }
}

type Strings = Readonly<Record<string, string>>;

/** A view without its client. */
type HostView = Omit<View, 'host' | 'revision'>;

function byName(method: string, name: string): EntrySearch {
  return { method, isMeant: (entry) => entry['name'] === name };
}

/** Converts arguments to strings, as prompts require. */
function stringsOf(args: Readonly<Record<string, unknown>>): Strings {
  const strings = Object.entries(args).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return Object.fromEntries(strings) as Strings;
}

function placeholdersFor(names: readonly string[]): Strings {
  return Object.fromEntries(names.map((name, index) => [name, `$${index + 1}`]));
}

/** Adds the name that a host shows, if it is another one. */
function withName({ rewrites }: ClientProfile, kind: KindName, name: string, view: HostView): HostView {
  const replaced: Strings = kind === 'resource' ? {} : (rewrites?.[`${kind}s`] ?? {});
  const shownAs = name.replace(/[-_./]/g, (each) => replaced[each] ?? each);
  if (shownAs === name) return view;
  return { shownAs, ...view, changes: [...view.changes, `its name becomes "${shownAs}"`] };
}
