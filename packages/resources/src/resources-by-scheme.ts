import {
  type CallOptions,
  type ListOptions,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
  type ResourceTemplate,
} from '@cuecard/core';

/**
 * Reads each URI with the reader for its scheme. Uses the first reader for a location without a scheme, such as a
 * relative path. Can watch if at least one reader can. Resources of readers that cannot watch never report changes.
 */
export class ResourcesByScheme extends ResourceReader {
  readonly #readers: ReadonlyMap<string, ResourceReader>;

  /**
   * @param readers the readers by scheme, such as `{ file: new FileResources({ roots }), memo: new MemoryResources() }`
   * @throws {TypeError} if a key is not a scheme in lower case, or there are no readers
   */
  constructor(readers: Readonly<Record<string, ResourceReader>>) {
    super();
    this.#readers = new Map(Object.entries(readers));
    checkSchemes([...this.#readers.keys()]);
    if (Object.values(readers).some((reader) => reader.watch !== undefined)) {
      this.watch = async (uri, changed, call) => (await this.#readerFor(uri).watch?.(uri, changed, call)) ?? (() => {});
    }
  }

  /** Whether a reader has the scheme of a URI. */
  override accepts(uri: string): boolean {
    return this.#readers.has(this.#schemeOf(uri));
  }

  /** @throws {NotFoundError} also if the scheme has no reader */
  override async read(uri: string, call?: CallOptions): Promise<ResourceContents> {
    return this.#readerFor(uri).read(uri, call);
  }

  /** @throws {NotFoundError} also if the scheme has no reader */
  override async describe(uri: string, call?: CallOptions): Promise<ListedResource> {
    return this.#readerFor(uri).describe(uri, call);
  }

  /**
   * Lists the resources of all readers. Omits a resource if its URI does not have the scheme of its reader. With
   * `under`, lists the resources of that URI's reader.
   * @throws {NotFoundError} also if the scheme has no reader
   */
  override async *list({ under, after = '', ...call }: ListOptions = {}): AsyncIterable<ListedResource> {
    for (const scheme of under === undefined ? [...this.#readers.keys()].toSorted(byUri) : [this.#schemeOf(under)]) {
      const prefix = `${scheme}:`;
      const isWithin = after.startsWith(prefix);
      if (after > prefix && !isWithin) continue;
      const resources = this.#readerFor(prefix).list({ ...call, under, after: isWithin ? after : undefined });
      for await (const resource of resources) if (resource.uri.startsWith(prefix)) yield resource;
    }
  }

  /** The templates of all readers. */
  override get templates(): readonly ResourceTemplate[] {
    return [...new Set(this.#readers.values())].flatMap(({ templates }) => templates);
  }

  /** Returns completions from the reader for the typed scheme, or none if no reader has the scheme. */
  override async complete(prefix: string, call?: CallOptions): Promise<string[]> {
    return (await this.#readers.get(this.#schemeOf(prefix))?.complete(prefix, call)) ?? [];
  }

  #readerFor(uri: string): ResourceReader {
    const reader = this.#readers.get(this.#schemeOf(uri));
    if (reader !== undefined) return reader;
    const cause = new Error(
      `No reader has the scheme of this URI. The schemes with a reader are: ${[...this.#readers.keys()].join(', ')}`,
    );
    throw new NotFoundError('resource', uri, { cause });
  }

  #schemeOf(uri: string): string {
    const [defaultScheme = ''] = this.#readers.keys();
    return /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase() ?? defaultScheme;
  }
}

function byUri(first: string, second: string): number {
  return `${first}:` < `${second}:` ? -1 : 1;
}

function checkSchemes(schemes: readonly string[]): void {
  if (schemes.length === 0)
    throw new TypeError('ResourcesByScheme needs at least one reader. Pass readers by scheme: { docs: reader }.');
  const invalid = schemes.find((scheme) => !/^[a-z][a-z0-9+.-]*$/.test(scheme));
  if (invalid === undefined) return;
  throw new TypeError(
    `ResourcesByScheme: "${invalid}" is not a URI scheme. Write the scheme in lower case, without the colon.`,
  );
}
