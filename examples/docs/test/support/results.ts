import type { GetPromptResult } from '@cuecard/core';

/** Returns the text of each message, or the type of other content. */
export function textsOf({ messages }: Pick<GetPromptResult, 'messages'>): string[] {
  return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type));
}

/** Returns the messages of the argument errors of a rejected call. */
export async function argumentErrorsOf(call: Promise<unknown>): Promise<string[]> {
  const error: unknown = await call.then(() => undefined).catch((reason: unknown) => reason);
  const { errors } = (error as { data: { errors: { message: string }[] } }).data;
  return errors.map(({ message }) => message);
}
