import { type CallOptions, type ResourceContents, ResourceReader, NotFoundError, type Runtime } from '@cuecard/core';

/** Reads what a runtime serves: its prompts quote what its clients read, by the same rules of who may see it. */
export class ServedResources extends ResourceReader {
  readonly #runtime: () => Runtime;

  /** @param runtime is asked with the first request: prompts are injected with the reader before there is a runtime */
  constructor(runtime: () => Runtime) {
    super();
    this.#runtime = runtime;
  }

  override async read(uri: string, call?: CallOptions): Promise<ResourceContents> {
    const result = await this.#runtime().resources?.read({ uri }, call);
    const [contents] = result?.contents ?? [];
    if (contents === undefined) throw new NotFoundError('resource', uri);
    return contents;
  }
}
