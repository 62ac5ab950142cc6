import { deepEqual, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { readResource } from '@cuecard/testing';
import { MyResource } from '../src/resources/my-resource.js';

test('a text is read by its id', async () => {
  const { contents } = await readResource(MyResource, 'my-resource://first');
  deepEqual(contents, [{ uri: 'my-resource://first', mimeType: 'text/plain', text: 'This is the first.' }]);
});

test('an id that does not exist is not found', async () => {
  await rejects(readResource(MyResource, 'my-resource://last'), { name: 'NotFoundError' });
});
