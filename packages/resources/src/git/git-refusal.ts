/** Why nothing can be read at a location. It is for the author, never for the client. */
export class GitRefusal extends Error {
  override readonly name = 'GitRefusal';
}
