'use strict';

require('reflect-metadata'); // Packages such as tsyringe check for it when they are loaded.
const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The test file that the running code belongs to. */
const currentFile = new AsyncLocalStorage();

/**
 * Fake timers for one test file. The process is shared, so clients of an earlier file may still set timers, for example to
 * reconnect. They get Node's.
 */
class FileTimers extends ModernFakeTimers {
  #file = {};
  #real = ['setTimeout', 'setInterval', 'setImmediate'].map((name) => [name, globalThis[name]]);

  enter() {
    currentFile.enterWith(this.#file);
  }

  /** @param {object} [config] */
  useFakeTimers(config) {
    super.useFakeTimers(config);
    for (const [name, real] of this.#real) {
      const fake = globalThis[name];
      if (fake === real) continue;
      const chosen = (...args) => (currentFile.getStore() === this.#file ? fake : real)(...args);
      globalThis[name] = Object.defineProperties(chosen, Object.getOwnPropertyDescriptors(fake));
    }
  }
}

/** Node's own context, which runtime.cjs needs. What Jest and a test file change in it is undone after the file. */
module.exports = class SharedContextEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #former = { console: globalThis.console, exit: process.exit, env: { ...process.env }, cwd: process.cwd() };

  /** @param {{ projectConfig: object }} config */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new FileTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    this.fakeTimersModern.enter();
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, env, cwd } = this.#former;
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    if (process.cwd() !== cwd) process.chdir(cwd);
    for (const key of Object.getOwnPropertySymbols(globalThis)) if (isOfJest(key)) delete globalThis[key];
  }

  exportConditions() {
    return ['node', 'node-addons', 'module-sync'];
  }

  getVmContext() {
    return globalThis;
  }
};

/** @param {symbol} key */
function isOfJest({ description }) {
  return /^(?:JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_\w+)$/.test(description ?? '');
}
