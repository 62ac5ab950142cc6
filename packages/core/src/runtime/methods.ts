import type { CallOptions } from '../api/context.js';
import type { Answer } from '../api/interceptor.js';
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
} from '../protocol.js';
import type { Completions } from './completions.js';
import type { Prompts } from './prompts.js';
import type { Resources } from './resources.js';
import type { Tools } from './tools.js';

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
