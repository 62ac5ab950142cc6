import { onGet, user } from '@cuecard/core';

/** Ends every prompt with the same request. */
export const houseStyle = onGet(async (_call, next) => {
  const { messages, ...rest } = await next();
  return { ...rest, messages: [...messages, user('Answer in plain English, in short sentences.')] };
});
