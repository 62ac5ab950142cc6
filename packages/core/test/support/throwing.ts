/** A function that throws this, each time. */
export function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}
