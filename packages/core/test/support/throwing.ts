/** Creates a function that always throws this error. */
export function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}
