'use strict';

const { isAbsolute } = require('node:path');
const { pathToFileURL } = require('node:url');
const { compileFunction, constants, SyntheticModule } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

// Jest evaluates every module again for each test file: 31,535 modules in a run, most of them of Nest, the SDKs and zod, for a
// fifth of the suite's processor time. Here, Jest compiles and evaluates only the TypeScript of the tests. Node loads
// everything else, once per worker, as it does for a user. The tests run in Node's own context, because classes such as
// `Error` differ between contexts.

/** The parts of Jest that this changes. None is public, so a new version of Jest may lack them. */
const CHANGED = {
  esmLoader: ['getContext', 'resolveModule'],
  executor: ['compile'],
  _resolution: ['canResolveSync', 'resolveEsmAsync'],
};

// At its end a worker would free its heap, which takes longer than the 500 ms that Jest allows.
if (process.send !== undefined) process.once('exit', (code) => process.reallyExit(code));

module.exports = class SharedModulesRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof Runtime>} options */
  constructor(...options) {
    super(...options);
    this.#checkParts();
    const { esmLoader, executor, _resolution: resolution } = this;
    const resolveWithJest = esmLoader.resolveModule.bind(esmLoader);
    /** @type {Map<string, Promise<SyntheticModule>>} */
    const modules = new Map();
    esmLoader.getContext = () => undefined;
    esmLoader.resolveModule = async (specifier, parent) => {
      if (specifier === '@jest/globals' || /^(?:node|data):/.test(specifier)) return resolveWithJest(specifier, parent);
      const [, name, query] = /^([^?#]*)(.*)$/.exec(specifier);
      const file = await resolution.resolveEsmAsync(parent, name);
      if (/\.(?:ts|json)$/.test(file) || !isAbsolute(file)) return resolveWithJest(specifier, parent);
      const url = pathToFileURL(file).href + query;
      if (!modules.has(url)) modules.set(url, loadWithNode(url));
      return modules.get(url);
    };
    resolution.canResolveSync = () => false; // The synchronous way would not call resolveModule.
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  #checkParts() {
    for (const [part, names] of Object.entries(CHANGED))
      for (const name of names)
        if (typeof this[part]?.[name] !== 'function')
          throw new TypeError(
            `jest-runtime has no ${part}.${name} any longer: adapt build/jest/runtime.cjs to this version`,
          );
  }
};

/** @param {string} url */
async function loadWithNode(url) {
  const namespace = await import(url);
  const names = Object.keys(namespace);
  const module = new SyntheticModule(
    names,
    () => {
      for (const name of names) module.setExport(name, namespace[name]);
    },
    { identifier: url },
  );
  await module.link(() => undefined);
  await module.evaluate();
  return module;
}
