import { expect, test } from '@jest/globals';
import { expand } from '../build/arguments/uri-template.js';

const values = { id: 'a/b c', q: 'x&y', empty: '', path: '[1]%20 5%', moon: '🌕!' };

test.each([
  ['orders://{id}', 'orders://a%2Fb%20c'],
  ['file:///{+id}', 'file:///a/b%20c'],
  ['x:{/id,q}', 'x:/a%2Fb%20c/x%26y'],
  ['x:{?q,empty,missing}', 'x:?q=x%26y&empty='],
  ['x:{;q,empty}', 'x:;q=x%26y;empty'],
  ['x:{+path}', 'x:[1]%20%205%25'],
  ['x:{id:1}', 'x:a'],
  ['x:{moon:1}', 'x:%F0%9F%8C%95'],
  ['x:{moon*}', 'x:%F0%9F%8C%95%21'],
  ['x:{missing}', 'x:'],
])('expands %s to %s, as RFC 6570 requires', (template, uri) => {
  expect(expand(template, values)).toBe(uri);
});
