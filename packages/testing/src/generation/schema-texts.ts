import type * as fastCheck from 'fast-check';
import type { Schema } from '../contract/manifest/manifest.js';

type FastCheck = typeof fastCheck;
type Texts = fastCheck.Arbitrary<string>;

const A_DATE = '2026-05-01T10:00:00.000Z';

/** Generators of strings, by format or by the name of a rule that JSON Schema cannot express. */
const BY_NAME: Readonly<Record<string, (fc: FastCheck) => Texts>> = {
  uri: (fc) => fc.webUrl(),
  base64: (fc) => fc.base64String(),
  'date-time': dates,
  date: dates,
  email: (fc) => fc.emailAddress(),
  uuid: (fc) => fc.uuid(),
  isEmail: (fc) => fc.emailAddress(),
  isUrl: (fc) => fc.webUrl(),
  isUuid: (fc) => fc.uuid(),
  isDateString: dates,
  isIso8601: dates,
};

/**
 * Characters that often cause bugs, but are rare in random Unicode. Failing strings shrink to the first of these
 * characters.
 */
const SYNTAX = Array.from('ab1 \t\n"\'`<>&%$#@\\/|;:,.*_-=+?!()[]{}');

/**
 * Generates strings that a schema accepts. Half of the strings have spaces and punctuation, half have any Unicode
 * characters.
 */
export function textsFor(schema: Schema, fc: FastCheck): Texts {
  const { format = '', contentEncoding = '', pattern, 'dev.cuecard/rules': rules = [] } = schema;
  const name = [format, contentEncoding, ...rules].find((each) => Object.hasOwn(BY_NAME, each));
  if (name !== undefined) return (BY_NAME[name] as (fc: FastCheck) => Texts)(fc);
  if (pattern !== undefined) return matching(new RegExp(pattern, 'u'), fc);
  const { minLength = 0, maxLength = minLength + 50 } = schema;
  const length = { minLength, maxLength };
  const syntax = fc.string({ unit: fc.constantFrom(...SYNTAX), ...length });
  return fc.oneof(syntax, fc.string({ unit: 'grapheme', ...length }));
}

/**
 * Generates strings that match a pattern. For the pattern of dates, generates real dates, because this pattern also
 * matches days that do not exist.
 */
function matching(pattern: RegExp, fc: FastCheck): Texts {
  return pattern.test(A_DATE) ? dates(fc) : fc.stringMatching(pattern);
}

function dates(fc: FastCheck): Texts {
  const [min, max] = [new Date('1900-01-01'), new Date('2100-01-01')];
  return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
}
