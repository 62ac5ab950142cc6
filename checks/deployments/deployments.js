import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Deployment
 * @property {string} title
 * @property {string} project its folder in `projects/deployments`
 * @property {readonly (keyof typeof RUNTIMES)[]} runtimes what it is built and run with, before anything else of that name
 * @property {readonly ('http' | 'fetch' | 'stdio')[]} ways the scripts of its package.json that serve
 * @property {string} [command] what serves where that is no script of it
 * @property {number} [exitCode] with which it ends when it is told to; 0 by default
 * @property {boolean} [isToldToEnd] whether it is a process that is told to end; true by default
 * @property {readonly Replacement[]} [replaced] what is changed in it before it is built
 */

/** @typedef {readonly [what: RegExp, by: string]} Replacement */

/** The runtimes, each by its name as a command, and where its package has it. */
export const RUNTIMES = /** @type {const} */ ({
  'node-20': ['node', 'bin/node'],
  'node-22': ['node', 'bin/node'],
  'node-24': ['node', 'bin/node'],
  deno: ['deno', 'deno'],
  bun: ['bun', 'bin/bun.exe'],
  workerd: ['workerd', 'bin/workerd'],
});

const GATEWAY = fileURLToPath(new URL('gateway.js', import.meta.url));

/** @type {readonly Deployment[]} */
export const DEPLOYMENTS = [
  { title: 'Node 20.19', project: 'node', runtimes: ['node-20'], ways: ['http', 'stdio'] },
  { title: 'Node 22', project: 'node', runtimes: ['node-22'], ways: ['http', 'stdio'] },
  { title: 'Node 24', project: 'node', runtimes: ['node-24'], ways: ['http', 'stdio'] },
  { title: 'Deno', project: 'deno', runtimes: ['deno'], ways: ['http', 'fetch', 'stdio'] },
  { title: 'Bun', project: 'bun', runtimes: ['bun'], ways: ['http', 'fetch', 'stdio'] },
  {
    title: 'Workers, of the earliest date',
    project: 'workers',
    runtimes: ['workerd', 'node-24'],
    ways: ['fetch'],
    replaced: [
      [/"compatibility_date": ".*",/, '"compatibility_date": "2025-08-15", "compatibility_flags": ["nodejs_compat"],'],
      [/compatibilityDate = ".*",/, 'compatibilityDate = "2025-08-15", compatibilityFlags = ["nodejs_compat"],'],
    ],
  },
  {
    title: 'Lambda',
    project: 'lambda',
    runtimes: ['node-24'],
    ways: ['fetch'],
    command: `env ALLOWED_HOST=127.0.0.1 node '${GATEWAY}' dist/handler.js`,
    isToldToEnd: false,
  },
  {
    title: 'Next',
    project: 'next',
    runtimes: ['node-24'],
    ways: ['fetch'],
    exitCode: 143,
    // Its build shortens the names of classes, from which the other deployments have the names of the prompts.
    replaced: [
      [/(?=description: 'Asks for a review)/, "name: 'code_review', "],
      [/(?=description: 'Asks what happened)/, "name: 'last_second', "],
    ],
  },
  { title: 'Workers', project: 'workers', runtimes: ['workerd', 'node-24'], ways: ['fetch'] },
];
