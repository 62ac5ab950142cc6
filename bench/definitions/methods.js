// The methods that are measured: of which kind of definition they are, what is asked, and what is right. The same ten are
// asked for among however many there are.
import { nameOf, numbers, promptResult, resourceResult, toolResult, uriOf, values } from './review.js';

const ASKED = 10;
const TOO_MUCH = 99;

/** @param paramsOf gives the params that ask for one, with a limit in them */
function call(of, paramsOf, resultOf) {
  return {
    of,
    isList: false,
    asked: numbers(ASKED).map((index) => paramsOf(index, values.limit)),
    /** What everybody has to refuse. */
    refused: paramsOf(0, TOO_MUCH),
    isRight: (result, params) => says(result, resultOf(params)),
  };
}

/** All of what is expected is there; there may be more beside it, as some tell more. */
function says(told, expected) {
  if (typeof expected !== 'object') return told === expected;
  if (Array.isArray(expected) && expected.length !== told?.length) return false;
  return Object.entries(expected).every(([name, value]) => says(told?.[name], value));
}

const promptParams = (index, limit) => ({ name: nameOf(index), arguments: { ...values, limit: String(limit) } });
const toolParams = (index, limit) => ({ name: nameOf(index), arguments: { ...values, limit } });
const resourceParams = (index, limit) => ({ uri: uriOf(index, limit) });

export const METHODS = {
  'prompts/get': call('prompts', promptParams, () => promptResult(values)),
  'prompts/list': { of: 'prompts', isList: true },
  'tools/call': call('tools', toolParams, () => toolResult(values)),
  'resources/read': call('resources', resourceParams, ({ uri }) => resourceResult(uri, values)),
};

/** What is asked where one method stands for all. */
export const GET = 'prompts/get';

/** Those of the methods, by the kind of definition. */
export function byKind(methods) {
  const kinds = [...new Set(methods.map((method) => METHODS[method].of))];
  return kinds.map((kind) => ({ kind, methods: methods.filter((method) => METHODS[method].of === kind) }));
}

/** Whether these arguments, which break a rule, have been refused: a tool says so in its result. */
export const isRefusal = ({ error, result }) => error !== undefined || result?.isError === true;
