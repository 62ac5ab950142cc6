import type { Logger } from '../logging/logger.js';
import type { LabelPlace } from '../registry/labels.js';
import type { Registry } from '../registry/registry.js';

/** Warns once about each label that a source points to a version which is not there. */
export class WaitingLabels {
  readonly #logger: Logger;
  readonly #reported = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Of names that are not there nothing is said: services that share a store have different ones. */
  check(places: Iterable<LabelPlace>, registry: Registry): void {
    for (const { kind = 'prompt', name, label, version } of places) {
      const versions = version === undefined ? undefined : registry.versions(name, kind);
      if (versions === undefined || versions.some((each) => each.version === version)) continue;
      const subject = `The label "${label}" of the ${kind} "${name}" points to version ${version}, which is not here`;
      if (this.#reported.has(subject)) continue;
      this.#reported.add(subject);
      this.#logger.warn(`${subject}. It waits for that version, and is on no other one.`);
    }
  }
}
