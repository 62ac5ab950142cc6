// What is asked, and that the answers are right ones.
import { METHODS } from '../definitions/methods.js';

/** The message in a document or in an event of a stream. */
export function messageOf(text) {
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
}

/**
 * The params that are asked for in turn: ten definitions, or one page of the list after the other.
 * @param ask gives the message that answers a request
 * @throws {Error} for a wrong answer
 */
export function questions(method, count, ask) {
  return METHODS[method].isList ? pages(method, count, ask) : calls(method, ask);
}

async function calls(method, ask) {
  const { asked, isRight } = METHODS[method];
  for (const params of asked) {
    const message = await ask({ method, params });
    if (!isRight(message.result, params)) throw wrong(method, message);
  }
  return asked;
}

async function pages(method, count, ask) {
  const asked = [{}];
  const names = new Set();
  for (const params of asked) {
    const message = await ask({ method, params });
    const { prompts, nextCursor } = message.result ?? {};
    if (!prompts?.every(({ arguments: told }) => told.length === 3)) throw wrong(method, message);
    for (const { name } of prompts) names.add(name);
    if (nextCursor !== undefined) asked.push({ cursor: nextCursor });
  }
  if (names.size !== count) throw new Error(`${names.size} prompts are listed, not ${count}`);
  return asked;
}

const wrong = (method, message) => new Error(`${method} is answered wrongly: ${JSON.stringify(message)}`);
