import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { report } from '../report.js';

// Checks the manifests of the instances by the schemas of Kubernetes, and that its parts fit: names, ports, and the time to drain.

const FOLDER = fileURLToPath(new URL('../../examples/instances/kubernetes', import.meta.url));
const MODELS = { Deployment, PodDisruptionBudget, Service };
/** The default `unreadyMs` and `drainTimeoutMs` together, in seconds. */
const CLOSE_S = 12.5;

const names = await readdir(FOLDER);
const results = await Promise.all(names.map(async (name) => report(`kubernetes/${name}`, await faultsIn(name))));
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;

async function faultsIn(/** @type {string} */ name) {
  const documents = parseAllDocuments(await readFile(`${FOLDER}/${name}`, 'utf8'));
  const faults = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  const manifests = documents.map((document) => document.toJS());
  const kinds = manifests.map(({ kind }) => kind).toSorted();
  if (kinds.join() !== Object.keys(MODELS).toSorted().join()) faults.push(`has ${kinds.join(', ')}`);
  return [...faults, ...manifests.flatMap(schemaFaults), ...fitFaults(manifests)];
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
