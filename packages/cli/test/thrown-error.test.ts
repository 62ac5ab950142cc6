import { expect, test } from '@jest/globals';
import { thrownError, thrownText } from '../build/project/thrown-error.js';

test('thrownError describes errors that are causes of each other once', () => {
  const [inner, outer] = [new Error('inner'), new Error('outer')];
  inner.cause = outer;
  outer.cause = inner;
  const { message, causes } = thrownError(outer, '/desk');
  expect({ message, causes: causes?.map((cause) => [cause.message, cause.causes]) }).toEqual({
    message: 'Error: outer',
    causes: [['Error: inner', undefined]],
  });
  expect(thrownText(thrownError(outer, '/desk')).match(/Error: \w+/g)).toEqual(['Error: outer', 'Error: inner']);
});
