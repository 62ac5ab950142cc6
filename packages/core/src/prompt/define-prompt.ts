import { defineData } from '../definition/define-data.js';
import type { Definition } from '../definition/definition.js';
import { PROMPT, type DataPrompt } from './prompt.js';

/**
 * Defines a prompt from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the prompt
 * @throws {TypeError} if it is not an object
 */
export function definePrompt<Args extends object = Readonly<Record<string, unknown>>>(
  prompt: DataPrompt<Args>,
): Definition {
  return defineData(PROMPT, prompt);
}
