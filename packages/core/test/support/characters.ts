import * as fc from 'fast-check';

/** Any character. Outside CI, a faster substitute for the unit of fast-check, which takes most of a second to prepare. */
export const anyCharacter = process.env['CI']
  ? 'binary'
  : fc
      .integer({ min: 0, max: 0x10ffff - 0x800 })
      .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

const anyText = fc.string({ unit: anyCharacter, maxLength: 8 });

/** Any web address, as `URL` writes it. `fc.webUrl()` takes more than a second to prepare. */
export const webAddress = fc
  .record({
    protocol: fc.constantFrom('http', 'https'),
    host: fc.constantFrom('a.example', 'sub-1.a.example', 'größe.example', 'localhost', '192.0.2.1', '[2001:db8::1]'),
    port: fc.constantFrom('', ':80', ':8443'),
    path: anyText,
    query: anyText,
    fragment: anyText,
  })
  .map(({ protocol, host, port, path, query, fragment }) => {
    const url = new URL(`${protocol}://${host}${port}`);
    [url.pathname, url.search, url.hash] = [path, query, fragment];
    return url.href;
  });

/** Any web address that is a URI of RFC 3986: `URL` leaves some characters as they are. */
export const webUri = webAddress.map((address) =>
  address.replaceAll(/%(?![\da-f]{2})|[\\^`{|}]/gi, (character) => encodeURIComponent(character)),
);
