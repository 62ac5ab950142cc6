'use strict';

const { appendFileSync, readFileSync } = require('node:fs');

const TICKS_PER_SECOND = 100;

/**
 * Returns the processor time of this process and of the child processes that have ended, in seconds. Only Linux counts
 * child processes.
 */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + childTime();
}

function childTime() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Writes the processor time of each test, and of each file with its loading, to the file that `CUECARD_CPU` names. */
exports.ProcessorTimeLog = class ProcessorTimeLog {
  #fileStart = processorTime();
  #testStart = 0;

  /** @param {string} testPath */
  constructor(testPath) {
    this.testPath = testPath;
  }

  /** @param {{ name: string, test?: { name: string, parent: object } }} event of jest-circus */
  add({ name, test }) {
    if (name === 'test_start') this.#testStart = processorTime();
    if (name === 'test_done') this.#write({ test: titleOf(test), seconds: processorTime() - this.#testStart });
  }

  end() {
    this.#write({ seconds: processorTime() - this.#fileStart });
  }

  #write(entry) {
    const log = process.env['CUECARD_CPU'];
    if (log !== undefined) appendFileSync(log, `${JSON.stringify({ file: this.testPath, ...entry })}\n`);
  }
};

/** @param {{ name: string, parent?: object }} block */
function titleOf({ name, parent }) {
  return parent === undefined || parent.name === 'ROOT_DESCRIBE_BLOCK' ? name : `${titleOf(parent)} › ${name}`;
}
