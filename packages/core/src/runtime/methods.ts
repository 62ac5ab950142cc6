import type { CallOptions } from '../api/context.js';
import type { Answer } from '../api/calls.js';
import { RequestError } from '../errors.js';
import type {
  CallToolParams,
  CompleteParams,
  GetPromptParams,
  ListPromptsParams,
  ListResourcesParams,
  ListResourceTemplatesParams,
  ListToolsParams,
  ReadResourceParams,
  CompleteResult,
} from '../protocol.js';
import type { Prompts } from './prompts.js';
import type { Resources } from './resources.js';
import type { Tools } from './tools.js';
import { COMPLETION, completionTarget } from '../completion/completion.js';
import { Request } from '../request/request.js';
import type { RuntimeInside } from './runtime-state.js';

/** A method of the specification that a runtime answers. */
export interface RuntimeMethod {
  readonly name: string;
  /** The capability that a server must declare to offer the method. */
  readonly capability: 'prompts' | 'tools' | 'resources' | 'completions';
  /** Whether clients may keep results for a while, since 2026-07-28 (basic/utilities/caching). */
  readonly isCacheable: boolean;
  /** Whether the results are pages, of which the same frozen one may answer many requests. */
  readonly isPaged: boolean;
  /**
   * Answers one request, with unchecked parameters from the client.
   * @throws {RequestError} that is fit for the client
   */
  answer(params: unknown, call?: CallOptions): Promise<Answer>;
}

export function promptRows(prompts: Prompts): RuntimeMethod[] {
  return [
    row('prompts/list', 'prompts', (params: ListPromptsParams, call) => prompts.list(params, call)),
    row('prompts/get', 'prompts', (params: GetPromptParams, call) => prompts.get(params, call)),
  ];
}

export function toolRows(tools: Tools): RuntimeMethod[] {
  return [
    row('tools/list', 'tools', (params: ListToolsParams, call) => tools.list(params, call)),
    row('tools/call', 'tools', (params: CallToolParams, call) => tools.call(params, call)),
  ];
}

export function completionRows(completions: Completions): RuntimeMethod[] {
  const complete = (params: CompleteParams, call?: CallOptions) => completions.complete(params, call);
  return [row('completion/complete', 'completions', complete)];
}

export function resourceRows(resources: Resources): RuntimeMethod[] {
  return [
    row('resources/list', 'resources', (params: ListResourcesParams, call) => resources.list(params, call)),
    row('resources/templates/list', 'resources', (params: ListResourceTemplatesParams, call) =>
      resources.listTemplates(params, call),
    ),
    row('resources/read', 'resources', (params: ReadResourceParams, call) => resources.read(params, call)),
  ];
}

/** The parameters are unchecked: each method checks its own. */
function row<Params>(
  name: string,
  capability: RuntimeMethod['capability'],
  answer: (params: Params, call?: CallOptions) => Promise<Answer>,
): RuntimeMethod {
  const attempt = (params: unknown, call?: CallOptions) => {
    try {
      return answer(params as Params, call);
    } catch (cause) {
      return Promise.reject(new RequestError('The parameters cannot be read', { code: -32602, cause }));
    }
  };
  const isPaged = name.endsWith('/list');
  return { name, capability, isCacheable: isPaged || name.endsWith('/read'), isPaged, answer: attempt };
}

type Methods = ReadonlyMap<string, RuntimeMethod>;

/** The methods of each capability. */
type Rows = Readonly<Record<RuntimeMethod['capability'], readonly RuntimeMethod[]>>;

/** The kinds that a runtime offers. */
type Offered = Readonly<Record<'prompts' | 'tools' | 'resources', boolean>>;

/** The methods by name, for each set of capabilities. Each table is made once: every request looks into one. */
export class MethodTables {
  readonly #rows: Rows;
  readonly #tables: (Methods | undefined)[] = [];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  of(offered: Offered): Methods {
    const { prompts, tools, resources } = offered;
    const index = (prompts ? 1 : 0) + (tools ? 2 : 0) + (resources ? 4 : 0);
    return (this.#tables[index] ??= this.#table(offered));
  }

  #table({ prompts, tools, resources }: Offered): Methods {
    const rows = [
      ...(prompts ? this.#rows.prompts : []),
      ...(prompts || resources ? this.#rows.completions : []),
      ...(tools ? this.#rows.tools : []),
      ...(resources ? this.#rows.resources : []),
    ];
    return new Map(rows.map((method) => [method.name, method]));
  }
}

/** The specification's completion method, for arguments of prompts and variables of resource templates. */
export class Completions {
  readonly #inside: RuntimeInside;

  constructor(inside: RuntimeInside) {
    this.#inside = inside;
  }

  complete(params: CompleteParams, call: CallOptions = {}): Promise<CompleteResult> {
    const { engine, services, served } = this.#inside.state;
    const target = completionTarget(params, served);
    return engine.run(COMPLETION, params, new Request(target, services, services.limits.completeMs, call));
  }
}
