/** Why there is nothing to read at a location: for the author, and never for the client. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal';
}
