import * as fc from 'fast-check';

/** Any character. fast-check's own unit `binary` takes most of a second to prepare. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

const anyText = fc.string({ unit: anyCharacter, maxLength: 8 });

/** Any web address, as `URL` formats it. Preparing `fc.webUrl()` takes more than a second. */
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

/** Any web address that is a valid URI by RFC 3986. `URL` does not encode some characters. */
export const webUri = webAddress.map((address) =>
  address.replaceAll(/%(?![\da-f]{2})|[\\^`{|}]/gi, (character) => encodeURIComponent(character)),
);
