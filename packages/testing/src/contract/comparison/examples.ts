import type { Contract, ExampleContract } from '../manifest/manifest.js';
import type { Difference } from './change.js';
import { isSame } from './sets.js';

/** Returns the differences between the messages of examples with the same arguments. */
export function exampleDifferences({ examples: old = [] }: Contract, { examples: now = [] }: Contract): Difference[] {
  return now.flatMap((example) => {
    const before = old.find(({ arguments: given }) => isSame(given, example.arguments));
    return before?.messages === undefined || example.messages === undefined
      ? failureDifferences(before, example)
      : messageDifferences(before, example);
  });
}

function failureDifferences(one: ExampleContract | undefined, other: ExampleContract): Difference[] {
  if (one?.messages === undefined || other.error === undefined) return [];
  const reason = `Its example ${formatArguments(other)} is rejected with ${other.error}`;
  return [{ level: 'major', rule: 'example-refused', reason }];
}

function messageDifferences(one: ExampleContract, other: ExampleContract): Difference[] {
  if (!isSame(describeMessages(one), describeMessages(other))) {
    const reason = `Its example ${formatArguments(other)} renders ${formatShape(other)} instead of ${formatShape(one)}`;
    return [{ level: 'minor', rule: 'messages-changed', reason }];
  }
  const isComparable = one.varies !== true && other.varies !== true;
  if (!isComparable || isSame(one.messages, other.messages)) return [];
  return [
    {
      level: 'patch',
      rule: 'messages-reworded',
      reason: `Its example ${formatArguments(other)} renders different text`,
    },
  ];
}

function describeMessages({ messages = [] }: ExampleContract): string[] {
  return messages.map(({ role, content }) => `${role} ${content.type}`);
}

function formatShape(example: ExampleContract): string {
  return `[${describeMessages(example).join(', ')}]`;
}

function formatArguments({ arguments: given }: ExampleContract): string {
  return JSON.stringify(given);
}
