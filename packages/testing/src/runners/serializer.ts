import { print } from '../reading/print.js';
import { isResult, type Result } from '../reading/result.js';

/** Prints results in snapshots of Jest and Vitest as people read them, for `expect.addSnapshotSerializer`. */
export const serializer = {
  test: (value: unknown) => isResult(value),
  serialize: (result: Result, _config: unknown, indentation: string) =>
    print(result).replaceAll(/\n(?=.)/g, `\n${indentation}`),
};
