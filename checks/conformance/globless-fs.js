import fs from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// The conformance suite imports `globSync`, which Node has from 22 on, for commands that we do not run. On Node 20 this
// file, given to `--import`, hands the suite an `fs` that has the name.
const FS_WITH_GLOB =
  'data:text/javascript,export * from "node:fs"; export function globSync() { throw new Error("globSync needs Node 22"); }';

// Node loads these hooks in a thread of their own, where there is nothing left to register.
if (isMainThread && !('globSync' in fs)) register(import.meta.url);

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  const isForSuite = specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return isForSuite ? { url: FS_WITH_GLOB, shortCircuit: true } : nextResolve(specifier, context);
}
