// The good requests, and what makes their answers right.
import { args, ASKED, LANGUAGES, TEXT, typed } from '../prompts/prompt.js';

const get = (name) => ({ method: 'prompts/get', params: { name, arguments: args } });
const list = { method: 'prompts/list', params: {} };
const completion = (name) => ({
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name }, argument: typed },
});

/** In turn. */
export const QUESTIONS = ASKED.flatMap((name) => [get(name), get(name), completion(name), list]);

export const isCompletion = ({ method }) => method === 'completion/complete';

const RIGHT = {
  'prompts/get': ({ messages }) => messages.length === 1 && messages[0].content.text === TEXT,
  'prompts/list': ({ prompts }) => ASKED.every((asked) => prompts.some(({ name }) => name === asked)),
  'completion/complete': ({ completion: { values } }) =>
    values.join() === LANGUAGES.filter((language) => language.startsWith(typed.value)).join(),
};

/** Whether this is the right answer to the request of this id. */
export function isRight({ method }, id, text) {
  const answer = JSON.parse(text);
  return answer.id === id && answer.result !== undefined && RIGHT[method](answer.result);
}
