import { untrusted } from '@cuecard/core';
import { expect, test } from '@jest/globals';

test.each<[object, string]>([
  [{ maxlength: 2 }, 'untrusted has no option "maxlength"; did you mean "maxLength"?'],
  [{ maxLength: NaN }, 'untrusted has the option "maxLength", which cannot be NaN; give a whole number, or Infinity'],
  [{ maxLength: '2' }, 'untrusted has the option "maxLength", which cannot be "2"; give a whole number, or Infinity'],
  [{ maxLength: -5 }, 'untrusted has the option "maxLength", which cannot be -5; give a whole number, or Infinity'],
  [{ maxLength: 1.5 }, 'untrusted has the option "maxLength", which cannot be 1.5; give a whole number, or Infinity'],
  [{ invisible: 'shw' }, 'untrusted has the option "invisible", which cannot be "shw"; give "strip" or "show"'],
])('untrusted refuses %p', (options, message) => {
  expect(() => untrusted('text', options)).toThrow(new TypeError(message));
});

test('untrusted takes what its options may be', () => {
  expect(String(untrusted('text', { maxLength: 0 }))).toContain('(4 more characters are left out.)');
  expect(String(untrusted('text', { maxLength: Infinity, invisible: 'show' }))).toContain('>text<');
});
