import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { ROOT } from '../lib.js';

// Checks the manifests of the instances by the schemas of Kubernetes, and that its parts fit: names, ports, and the time to drain.

const FOLDER = join(ROOT, 'examples/instances/kubernetes');
const MODELS = { Deployment, PodDisruptionBudget, Service };
/** The default `unreadyMs` and `drainTimeoutMs` together, in seconds. */
const CLOSE_S = 12.5;

export const title = 'Manifests of Kubernetes';
export const seconds = 1;

export async function faults() {
  const names = await readdir(FOLDER);
  if (names.length === 0) return ['there is no manifest'];
  const found = names.map(async (name) => (await faultsIn(name)).map((fault) => `${name}: ${fault}`));
  return (await Promise.all(found)).flat();
}

async function faultsIn(/** @type {string} */ name) {
  const documents = parseAllDocuments(await readFile(`${FOLDER}/${name}`, 'utf8'));
  const unreadable = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  const manifests = documents.map((document) => document.toJS());
  const kinds = manifests.map(({ kind }) => kind).toSorted();
  if (kinds.join() !== Object.keys(MODELS).toSorted().join()) unreadable.push(`has ${kinds.join(', ')}`);
  return [...unreadable, ...manifests.flatMap(schemaFaults), ...fitFaults(manifests)];
}

/** @param {{ kind: keyof typeof MODELS }} manifest */
function schemaFaults(manifest) {
  const Model = MODELS[manifest.kind];
  try {
    new Model(/** @type {never} */ (manifest)).validate();
    return [];
  } catch (error) {
    return [`${manifest.kind}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** @param {readonly any[]} manifests */
function fitFaults(manifests) {
  const byKind = Object.fromEntries(manifests.map((manifest) => [manifest.kind, manifest]));
  const { spec, metadata } = byKind['Deployment'];
  const pod = spec.template.spec;
  const [container] = pod.containers;
  const ports = container.ports.map((/** @type {{ name: string }} */ port) => port.name);
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => container[name].httpGet);
  const named = [metadata.labels, spec.template.metadata.labels, byKind['Service'].spec.selector];
  return [
    ...(pod.terminationGracePeriodSeconds > CLOSE_S ? [] : ['instances are killed before they have drained']),
    ...(probes.every(({ port }) => ports.includes(port)) ? [] : ['a probe asks a port that is not there']),
    ...(probes.every(({ path }) => ['/readyz', '/healthz'].includes(path)) ? [] : ['a probe has no such path']),
    ...(named.every(({ app }) => app === metadata.name) ? [] : ['a selector finds other pods']),
    ...(ports.includes(byKind['Service'].spec.ports[0].targetPort) ? [] : ['the service leads to no port']),
  ];
}
