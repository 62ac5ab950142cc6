/** How a server introduces itself to clients. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  /** A name for people. */
  readonly title?: string;
  /** What the server is for; clients may hand it to the model. */
  readonly instructions?: string;
}

/** The identity alone: options objects hold more than that, and all that an SDK gets goes to the client. */
export function pickIdentity({ name, version, title, instructions }: ServerIdentity) {
  return {
    serverInfo: { name, version, ...(title !== undefined && { title }) },
    ...(instructions !== undefined && { instructions }),
  };
}
