import type { CallOptions } from '../api/context.js';
import type { Answer } from '../api/interceptor.js';
import type {
  CompleteParams,
  GetPromptParams,
  ListPromptsParams,
  ListResourcesParams,
  ListResourceTemplatesParams,
  ReadResourceParams,
} from '../protocol.js';
import type { Completions } from './completions.js';
import type { Prompts } from './prompts.js';
import type { Resources } from './resources.js';

/** A method of the specification that a runtime answers. */
export interface RuntimeMethod {
  readonly name: string;
  /** The capability that a server declares to offer the method. */
  readonly capability: 'prompts' | 'resources' | 'completions';
  /**
   * Answers one request, whatever the client may have sent as its parameters.
   * @throws {RequestError} that is fit for the client
   */
  answer(params: unknown, call?: CallOptions): Promise<Answer>;
}

type Methods = ReadonlyMap<string, RuntimeMethod>;

interface MethodTables {
  readonly all: Methods;
  readonly withoutResources: Methods;
}

/** The methods by name. What their params hold is for each of them to judge. */
export function methodsOf(prompts: Prompts, resources: Resources, completions: Completions): MethodTables {
  const rows = [...promptRows(prompts), completionRow(completions)];
  return { all: byName([...rows, ...resourceRows(resources)]), withoutResources: byName(rows) };
}

function byName(rows: readonly RuntimeMethod[]): Methods {
  return new Map(rows.map((row) => [row.name, row]));
}

function promptRows(prompts: Prompts): RuntimeMethod[] {
  return [
    {
      name: 'prompts/list',
      capability: 'prompts',
      answer: (params, call) => prompts.list(params as ListPromptsParams, call),
    },
    {
      name: 'prompts/get',
      capability: 'prompts',
      answer: (params, call) => prompts.get(params as GetPromptParams, call),
    },
  ];
}

function completionRow(completions: Completions): RuntimeMethod {
  return {
    name: 'completion/complete',
    capability: 'completions',
    answer: (params, call) => completions.complete(params as CompleteParams, call),
  };
}

function resourceRows(resources: Resources): RuntimeMethod[] {
  return [
    {
      name: 'resources/list',
      capability: 'resources',
      answer: (params, call) => resources.list(params as ListResourcesParams, call),
    },
    {
      name: 'resources/templates/list',
      capability: 'resources',
      answer: (params, call) => resources.listTemplates(params as ListResourceTemplatesParams, call),
    },
    {
      name: 'resources/read',
      capability: 'resources',
      answer: (params, call) => resources.read(params as ReadResourceParams, call),
    },
  ];
}
