import type { CallOptions } from '../api/context.js';
import type { Answer } from '../api/calls.js';
import { RequestError } from '../errors.js';
import type { CompleteParams } from '../protocol.js';
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
  /** Whether the results are pages. Requests may share one frozen page. */
  readonly isPaged: boolean;
  /**
   * Answers one request, with unchecked parameters from the client.
   * @throws {RequestError} that is fit for the client
   */
  answer(params: unknown, call?: CallOptions): Promise<Answer>;
}

interface MethodServices {
  readonly prompts: Prompts;
  readonly tools: Tools;
  readonly resources: Resources;
  complete(params: CompleteParams, call?: CallOptions): Promise<Answer>;
}

/** The parameters are unchecked, despite their type: each method checks its own. */
type AnswerBy = (services: MethodServices, params: never, call?: CallOptions) => Promise<Answer>;

const METHODS: readonly [name: string, capability: RuntimeMethod['capability'], answerBy: AnswerBy][] = [
  ['prompts/list', 'prompts', ({ prompts }, params, call) => prompts.list(params, call)],
  ['prompts/get', 'prompts', ({ prompts }, params, call) => prompts.get(params, call)],
  ['completion/complete', 'completions', (services, params, call) => services.complete(params, call)],
  ['tools/list', 'tools', ({ tools }, params, call) => tools.list(params, call)],
  ['tools/call', 'tools', ({ tools }, params, call) => tools.call(params, call)],
  ['resources/list', 'resources', ({ resources }, params, call) => resources.list(params, call)],
  ['resources/templates/list', 'resources', ({ resources }, params, call) => resources.listTemplates(params, call)],
  ['resources/read', 'resources', ({ resources }, params, call) => resources.read(params, call)],
];

/** The methods of the capabilities that are offered, by name. */
export function methodsBy(
  services: MethodServices,
  isOffered: (capability: RuntimeMethod['capability']) => boolean,
): ReadonlyMap<string, RuntimeMethod> {
  const rows = METHODS.filter(([, capability]) => isOffered(capability));
  const methods = rows.map(([name, capability, answerBy]): RuntimeMethod => {
    const isPaged = name.endsWith('/list');
    const answer: RuntimeMethod['answer'] = (params, call) => {
      try {
        return answerBy(services, params as never, call);
      } catch (cause) {
        return Promise.reject(new RequestError('The parameters cannot be read', { code: -32602, cause }));
      }
    };
    return { name, capability, isPaged, isCacheable: isPaged || name.endsWith('/read'), answer };
  });
  return new Map(methods.map((method) => [method.name, method]));
}
