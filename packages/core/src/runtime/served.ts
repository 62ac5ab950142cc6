import type { VersionSelector } from '../api/selector.js';
import { Catalogue } from '../catalogue/catalogue.js';
import { LabelCheck } from '../catalogue/label-check.js';
import { ListEntries } from '../catalogue/list-entries.js';
import type { AnswerServices } from '../definition/kind.js';
import type { Engine } from '../engine/engine.js';
import type { Logger } from '../logging/logger.js';
import { PROMPT } from '../prompt/prompt-kind.js';
import type { Registry } from '../registry/registry.js';
import type { RuntimeServices } from '../request/request.js';
import { readerDefinition } from '../resource/resource-kind.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import { ServedReaders } from '../resource/served-readers.js';

/** What is served of one registry. */
export interface Served {
  readonly catalogue: Catalogue;
  readonly readers: ServedReaders;
}

/** What the methods of a runtime share. */
export interface RuntimeParts {
  readonly engine: Engine;
  readonly services: RuntimeServices & AnswerServices;
  /** Whether the person at the client is asked for arguments that are missing or wrong. */
  readonly askForMissing: boolean;
  /** What is served now. */
  served(): Served;
}

interface ServingOptions {
  readonly pageSize: number;
  readonly select: VersionSelector | readonly VersionSelector[];
  /** The runtime's own readers, whatever the registry. */
  readonly resources: ResourceReader | undefined;
  readonly isIntercepted: boolean;
}

/**
 * Makes a function that prepares registries for being served.
 * @throws {RangeError} if the size makes no pages
 */
export function servingOf(options: ServingOptions, logger: Logger): (registry: Registry) => Served {
  const { pageSize, isIntercepted, resources } = options;
  const select = typeof options.select === 'function' ? [options.select] : options.select;
  const own = resources === undefined ? [] : [readerDefinition(resources)];
  const labels = new LabelCheck(select, logger);
  const entries = new ListEntries();
  return (registry) => {
    labels.check(registry);
    return {
      catalogue: new Catalogue(registry, { kind: PROMPT, pageSize, select, entries, isIntercepted }),
      readers: new ServedReaders([...own, ...registry.sources], pageSize),
    };
  };
}
