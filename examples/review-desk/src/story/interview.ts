import { pathToFileURL } from 'node:url';
import type { Chapter } from './chapter.js';
import type { CompletionCall, DeskClient, PromptCall } from './desk-client.js';

/** What to ask of a desk: the calls of a chapter. */
export type Calls = Pick<Chapter, 'suggestions' | 'answers'>;

/** Lists the prompts, makes all calls, closes the client, and gives everything in the form of a chapter. */
export async function interview(client: DeskClient, calls: Calls, folder: string): Promise<Chapter> {
  const { prompts } = await client.listPrompts();
  const suggestions: CompletionCall[] = [];
  for (const { ref, argument } of calls.suggestions) {
    suggestions.push({ ref, argument, ...(await answerTo(client.complete({ ref, argument }))) });
  }
  const answers: PromptCall[] = [];
  for (const { name, arguments: args } of calls.answers) {
    const answer = await answerTo(client.getPrompt({ name, arguments: args }));
    answers.push({ name, arguments: args, ...readable(answer, folder) });
  }
  await client.close();
  return { prompts, suggestions, answers };
}

/** What the desk refuses is an answer too. */
async function answerTo(asked: Promise<object>): Promise<object> {
  try {
    return { result: await asked };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'data' in error)) throw error;
    const { code, data } = error;
    // The v1 client puts the code in front of what the server said.
    return { error: { code, message: error.message.replace(/^MCP error -?\d+: /, ''), data } };
  }
}

// The folder has another name each time; and what has several lines is easier to read, and to compare, as an array.
function readable(answer: object, folder: string): object {
  const { href } = pathToFileURL(folder);
  const text = JSON.stringify(answer, (_key, member: unknown) => {
    if (typeof member !== 'string') return member;
    const lines = member.replaceAll(href, 'file:///greeter').split('\n');
    return lines.length > 1 ? lines : lines[0];
  });
  return JSON.parse(text) as object;
}
