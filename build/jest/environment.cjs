'use strict';

require('reflect-metadata'); // Packages such as tsyringe check for it when they are loaded.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Node's own context, which runtime.cjs needs. What Jest and a test file change in it is undone after the file. */
module.exports = class SharedContextEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #former = { console: globalThis.console, exit: process.exit, env: { ...process.env }, cwd: process.cwd() };

  /** @param {{ projectConfig: object }} config */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

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
