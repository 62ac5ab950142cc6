import { expect, test } from '@jest/globals';
import { fileMap } from '../dist/text/file-map.js';

test('fileMap sums up the deepest folders of a long list', () => {
  const deep = Array.from({ length: 300 }, (_, index) => `src/deep/${index % 2}/${index}.txt`);
  expect(fileMap(['README.md', ...deep.toSorted(), 'src/index.ts'])).toBe(
    ['README.md', 'src/deep/0/ (150 files)', 'src/deep/1/ (150 files)', 'src/index.ts'].join('\n'),
  );
});

test('fileMap ends with the number of omitted files', () => {
  const flat = Array.from({ length: 250 }, (_, index) => `${index}.txt`);
  expect(fileMap(flat).split('\n').slice(198)).toEqual(['198.txt', '199.txt', '… and 50 more']);
});
