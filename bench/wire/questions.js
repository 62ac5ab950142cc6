// What is asked, and that the answers are right ones.
import { args, ASKED, TEXT } from '../prompts/prompt.js';

const EXPECTED = {
  'prompts/get': ({ messages }) => messages.length === 1 && messages[0].content.text === TEXT,
  'prompts/list': ({ prompts }) => prompts.every(({ arguments: told }) => told.length === 3),
};

/** The result in a document or in an event of a stream. */
export function resultOf(text) {
  const { result } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
  return result;
}

/**
 * The params that are asked for in turn: ten prompts, or one page of the list after the other.
 * @param ask gives the result of a request
 * @throws {Error} for a wrong answer
 */
export async function questions(method, count, ask) {
  const asked = method === 'prompts/get' ? ASKED.map((name) => ({ name, arguments: args })) : [{}];
  const names = new Set();
  for (const params of asked) {
    const result = await ask({ method, params });
    if (!EXPECTED[method](result)) throw new Error(`${method} is answered wrongly: ${JSON.stringify(result)}`);
    for (const { name } of result.prompts ?? []) names.add(name);
    if (result.nextCursor !== undefined) asked.push({ cursor: result.nextCursor });
  }
  if (method === 'prompts/list' && names.size !== count)
    throw new Error(`${names.size} prompts are listed, not ${count}`);
  return asked;
}
