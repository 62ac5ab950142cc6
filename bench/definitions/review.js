// The definitions that every server has: a prompt and a tool with three arguments (a required string, an optional string
// with three values, an integer from 1 to 50), and a resource with such an integer in its URI. This file needs no library.

export const identity = { name: 'bench', version: '1.0.0' };

export const LANGUAGES = ['typescript', 'python', 'go'];
export const MAX_LENGTH = 10_000;
/** The input that clients complete. */
export const typed = { name: 'language', value: 'g' };
export const mimeType = 'text/plain';

/** The arguments as handlers get them. */
export const values = { code: 'const a = 1;', language: 'go', limit: 7 };
const TOO_LARGE = 99;

export const nameOf = (index) => `review_${index}`;
export const templateOf = (index) => `reviews://${index}/{limit}`;
const uriOf = (index, limit) => `reviews://${index}/${limit}`;
export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

export const render = ({ code, language, limit }) =>
  `Review this ${language} and report at most ${limit} findings:\n${code}`;
export const read = ({ limit }) => `At most ${limit} findings are reported of a review of code in any language.`;

export const promptResult = (args) => ({
  messages: [{ role: 'user', content: { type: 'text', text: render(args) } }],
});
export const toolResult = (args) => ({ content: [{ type: 'text', text: render(args) }] });
export const resourceResult = (uri, args) => ({ contents: [{ uri, mimeType, text: read(args) }] });

/** The number of definitions that are requested, among any number of them. */
const REQUESTED = 10;

/** @param paramsOf creates the params for a definition and a limit */
function call(kind, paramsOf, resultOf) {
  return {
    kind,
    isList: false,
    params: numbers(REQUESTED).map((index) => paramsOf(index, values.limit)),
    invalidParams: paramsOf(0, TOO_LARGE),
    isRight: (result, params) => includes(result, resultOf(params)),
  };
}

/** Whether a value has everything that is expected: some servers add properties. */
function includes(value, expected) {
  if (typeof expected !== 'object') return value === expected;
  if (Array.isArray(expected) && expected.length !== value?.length) return false;
  return Object.entries(expected).every(([name, part]) => includes(value?.[name], part));
}

const promptParams = (index, limit) => ({ name: nameOf(index), arguments: { ...values, limit: String(limit) } });
const toolParams = (index, limit) => ({ name: nameOf(index), arguments: { ...values, limit } });
const resourceParams = (index, limit) => ({ uri: uriOf(index, limit) });

/** The methods that are measured, with their params and the check of their results. */
export const METHODS = {
  'prompts/get': call('prompts', promptParams, () => promptResult(values)),
  'prompts/list': { kind: 'prompts', isList: true },
  'tools/call': call('tools', toolParams, () => toolResult(values)),
  'resources/read': call('resources', resourceParams, ({ uri }) => resourceResult(uri, values)),
};

/** The method that stands for all where only one is measured. */
export const GET = 'prompts/get';
