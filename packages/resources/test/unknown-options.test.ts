import { tmpdir } from 'node:os';
import {
  FileResources,
  type FileResourcesOptions,
  GitResources,
  HttpResources,
  type MemoryResource,
  MemoryResources,
} from '@cuecard/resources';
import { expect, test } from '@jest/globals';

const folder = tmpdir();
const fileResources = (options: object) => () => new FileResources(options as FileResourcesOptions);
const origins = ['https://docs.example.com'];

test.each<[() => unknown, string]>([
  [fileResources({ roots: [folder], ignored: {} }), 'FileResources has no option "ignored"; did you mean "ignore"?'],
  [fileResources({ root: folder }), 'FileResources has no option "root"; did you mean "roots"?'],
  [
    fileResources({ roots: [folder], ignore: { pattern: [] } }),
    'FileResources: `ignore` has no option "pattern"; did you mean "patterns"?',
  ],
  [
    () => new GitResources({ repository: folder, revision: 'any' } as never),
    'GitResources has no option "revision"; did you mean "revisions"?',
  ],
  [
    () => new HttpResources({ origins, maxByte: 5 } as never),
    'HttpResources has no option "maxByte"; did you mean "maxBytes"?',
  ],
  [
    () => new HttpResources({ origins: [{ origin: origins[0], header: {} }] } as never),
    'HttpResources: `origins[0]` has no option "header"; did you mean "headers"?',
  ],
  [
    () => new HttpResources({ origins: [{ origin: 'https://docs.example.com', headers: new Headers() }] } as never),
    'HttpResources: `origins[0]` has the option "headers", which cannot be this object; use a plain object that lists each property (spreading a class instance omits its methods)',
  ],
  [
    () => new MemoryResources([{ uri: 'memo:a', txt: '', text: '' } as MemoryResource]),
    'MemoryResources: the resource "memo:a" has no option "txt"; did you mean "text"?',
  ],
  [
    () => new MemoryResources().set({ uri: 'memo:a', text: '', mime: 'a/b' } as MemoryResource),
    'MemoryResources: the resource "memo:a" has no option "mime"; use one of uri, name, title, description, mimeType, text, bytes',
  ],
])('each reader rejects the unknown option %s', (make, message) => {
  expect(make).toThrow(new TypeError(message));
});

test('each reader ignores an option that is undefined', () => {
  expect(fileResources({ roots: [folder], ignored: undefined, as: undefined })).not.toThrow();
});
