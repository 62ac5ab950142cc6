import { NotFoundError } from '@cuecard/core';

/** Resolves to the error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not fail');
}

/** Returns the properties of an error that a client receives. */
export function publicPart(error: Error) {
  const { name, message } = error;
  return { name, message, ...(error instanceof NotFoundError && { code: error.code, data: error.data }) };
}
