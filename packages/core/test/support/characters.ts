import * as fc from 'fast-check';

/** Any character: fast-check's own take most of a second before the first of them, by which they can be made smaller. */
export const anyCharacter = process.env['CI']
  ? 'binary'
  : fc
      .integer({ min: 0, max: 0x10ffff - 0x800 })
      .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
