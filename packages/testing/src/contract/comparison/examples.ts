import type { Contract, ExampleContract } from '../manifest/manifest.js';
import type { Difference } from './change.js';
import { isSame } from './sets.js';

/** How the messages of examples with the same arguments differ. */
export function exampleDifferences({ examples: old = [] }: Contract, { examples: now = [] }: Contract): Difference[] {
  return now.flatMap((example) => {
    const before = old.find(({ arguments: given }) => isSame(given, example.arguments));
    return before?.messages === undefined || example.messages === undefined
      ? failure(before, example)
      : texts(before, example);
  });
}

function failure(one: ExampleContract | undefined, other: ExampleContract): Difference[] {
  if (one?.messages === undefined || other.error === undefined) return [];
  const reason = `Its example ${show(other)} is refused with ${other.error}`;
  return [{ level: 'major', rule: 'example-refused', reason }];
}

function texts(one: ExampleContract, other: ExampleContract): Difference[] {
  if (!isSame(shapeOf(one), shapeOf(other))) {
    const reason = `Its example ${show(other)} renders ${inWords(other)} instead of ${inWords(one)}`;
    return [{ level: 'minor', rule: 'messages-changed', reason }];
  }
  const isComparable = one.varies !== true && other.varies !== true;
  if (!isComparable || isSame(one.messages, other.messages)) return [];
  return [{ level: 'patch', rule: 'messages-reworded', reason: `Its example ${show(other)} renders different text` }];
}

function shapeOf({ messages = [] }: ExampleContract): string[] {
  return messages.map(({ role, content }) => `${role} ${content.type}`);
}

function inWords(example: ExampleContract): string {
  return `[${shapeOf(example).join(', ')}]`;
}

function show({ arguments: given }: ExampleContract): string {
  return JSON.stringify(given);
}
