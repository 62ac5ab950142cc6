import type { Monitor } from '../logging/monitor.js';
import { sectionOf } from '../troubleshooting.js';
import { nearest } from '../text/nearest.js';
import type { Registry } from '../registry/registry.js';
import type { VersionSelector } from '../api/calls.js';
import { carries } from '../registry/select.js';

/** Warns once about each label that a selector uses and no version carries: a misspelt label chooses nothing. */
export function warnOfUnknownLabels(
  registry: Registry,
  select: readonly VersionSelector[],
  monitor: Pick<Monitor, 'warnOnce'>,
): void {
  const labels = new Set(select.flatMap(({ labels: each = [] }) => each));
  const versioned = labels.size === 0 ? [] : registry.list().filter(({ version }) => version !== undefined);
  if (versioned.length === 0) return; // There is nothing to choose from yet.
  for (const label of labels) {
    if (versioned.some((each) => carries(each, label))) continue;
    const meant = nearest(label, new Set(versioned.flatMap((each) => each.labels)));
    const hint = meant === undefined ? 'It has no effect.' : `Did you mean "${meant}"?`;
    const problem = `The option select uses the label "${label}", which no version has`;
    monitor.warnOnce(`${problem}. ${hint} See ${sectionOf('label-unknown')}`);
  }
}
