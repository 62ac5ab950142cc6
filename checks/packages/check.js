import { join } from 'node:path';
import { readManifest, ROOT, sideBySide } from '../lib.js';
import { installProjects } from '../projects.js';
import { consumerFaults } from './consumer.js';
import { PACKAGE_MANAGERS } from './package-managers.js';
import { faultsOf } from './packed-package.js';
import { TOOLCHAINS, toolchainFaults } from './toolchains.js';

// Checks what would be published: every package by itself as a tarball, all tarballs in one project, and in the projects of
// `projects/toolchains`. pnpm installs the tarballs, and in a run of everything npm and Yarn do, too.

export const title = 'Packages as published';
export const seconds = 95;
export const hasParts = true;
export const needs = /** @type {const} */ (['packed']);

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const { packages } = rig;
  const toolchains = rig.members(TOOLCHAINS);
  const folder = (/** @type {string} */ name) => rig.scratch(name);
  const managers = rig.isWhole ? PACKAGE_MANAGERS : PACKAGE_MANAGERS.slice(0, 1);
  const names = toolchains.map(({ project }) => project);
  const installed = names.length > 0 ? await installProjects(rig, 'toolchains', names) : undefined;
  /** @type {readonly { title: string, work: () => Promise<readonly string[]> }[]} */
  const parts = [
    // The slowest begin first.
    ...managers.map((manager) => ({
      title: `a project that uses all of them, installed by ${manager}`,
      work: async () => consumerFaults(manager, await folder(manager), packages, await nodeTypes()),
    })),
    ...toolchains.map((toolchain) => ({
      title: toolchain.title,
      work: () => toolchainFaults(join(String(installed?.folder), toolchain.project)),
    })),
    ...packages.map((packed) => ({ title: packed.name, work: () => faultsOf(packed.folder, packed) })),
  ];
  const found = await sideBySide(rig.parts(parts), (part) => rig.try(part.title, part.work));
  return [...(installed?.faults ?? []), ...found.flat()];
}

async function nodeTypes() {
  return String((await readManifest(join(ROOT, 'node_modules/@types/node'))).version);
}
