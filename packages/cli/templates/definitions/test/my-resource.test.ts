import { deepEqual, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { readResource } from '@cuecard/testing';
import { MyResource } from '../src/resources/my-resource.js';

test('reads a resource by its id', async () => {
  const { contents } = await readResource(MyResource, 'my-resource://first');
  deepEqual(contents, [{ uri: 'my-resource://first', mimeType: 'text/plain', text: 'This is the first.' }]);
});

test('rejects an unknown id', async () => {
  await rejects(readResource(MyResource, 'my-resource://last'), { name: 'NotFoundError' });
});
