// The good requests, and what makes their answers right.
import { METHODS } from '../definitions/methods.js';
import { LANGUAGES, typed } from '../definitions/review.js';

const { asked, isRight: isGot } = METHODS['prompts/get'];
const get = (params) => ({ method: 'prompts/get', params });
const list = { method: 'prompts/list', params: {} };
const completion = ({ name }) => ({
  method: 'completion/complete',
  params: { ref: { type: 'ref/prompt', name }, argument: typed },
});

/** In turn. */
export const QUESTIONS = asked.flatMap((params) => [get(params), get(params), completion(params), list]);

export const isCompletion = ({ method }) => method === 'completion/complete';

const RIGHT = {
  'prompts/get': isGot,
  'prompts/list': ({ prompts }) => asked.every((one) => prompts.some(({ name }) => name === one.name)),
  'completion/complete': ({ completion: { values } }) =>
    values.join() === LANGUAGES.filter((language) => language.startsWith(typed.value)).join(),
};

/** Whether this is the right answer to the request of this id. */
export function isRight({ method }, id, text) {
  const answer = JSON.parse(text);
  return answer.id === id && answer.result !== undefined && RIGHT[method](answer.result);
}
