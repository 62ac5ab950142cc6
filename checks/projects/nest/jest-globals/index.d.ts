export { expect } from 'expect';
export { afterEach, describe } from 'node:test';

/** The last parameter is Jest's limit of time, which Node's runner does not have. */
export declare function test(name: string, work: () => unknown, limitMs?: number): void;
