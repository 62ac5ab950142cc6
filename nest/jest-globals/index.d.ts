export { expect } from 'expect';
export { afterEach, describe, test } from 'node:test';
