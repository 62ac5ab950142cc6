// oxlint-disable no-require-imports -- CommonJS, which both kinds of applications load
const { afterEach, describe, test } = require('node:test');
const { expect } = require('expect');

exports.afterEach = afterEach;
exports.describe = describe;
exports.expect = expect;
exports.test = (name, work) => test(name, work);
