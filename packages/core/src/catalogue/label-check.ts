import type { Logger } from '../logging/logger.js';
import { sectionOf } from '../troubleshooting.js';
import { nearest } from '../text/nearest.js';
import type { Registry } from '../registry/registry.js';
import type { VersionSelector } from '../api/calls.js';
import { carries } from '../registry/select.js';

/** Warns once about each label that a selector uses and no version carries: a misspelt label chooses nothing. */
export class LabelCheck {
  readonly #labels: ReadonlySet<string>;
  readonly #logger: Logger;
  readonly #reported = new Set<string>();

  constructor(select: readonly VersionSelector[], logger: Logger) {
    this.#labels = new Set(select.flatMap(({ labels = [] }) => labels));
    this.#logger = logger;
  }

  check(registry: Registry): void {
    const versioned = this.#labels.size === 0 ? [] : registry.list().filter(({ version }) => version !== undefined);
    if (versioned.length === 0) return; // There is nothing to choose from yet.
    for (const label of this.#labels)
      if (!this.#reported.has(label) && !versioned.some((each) => carries(each, label))) {
        const meant = nearest(label, new Set(versioned.flatMap(({ labels }) => labels)));
        const hint = meant === undefined ? 'It has no effect.' : `Did you mean "${meant}"?`;
        const problem = `The option select uses the label "${label}", which no version has`;
        this.#logger.warn(`${problem}. ${hint} See ${sectionOf('label-unknown')}`);
        this.#reported.add(label);
      }
  }
}
