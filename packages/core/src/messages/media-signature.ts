// The most common media of prompts, so that a picture needs no library, which not every bundle can load. Anything that
// a few bytes do not identify for certain is left to the library.

interface Signature {
  readonly mimeType: string;
  readonly at: number;
  /** What the bytes begin with there, a character for each byte. */
  readonly begins: readonly string[];
}

const SIGNATURES: readonly Signature[] = [
  { mimeType: 'image/png', at: 0, begins: ['\x89PNG\r\n\x1A\n\0\0\0\rIHDR'] },
  {
    mimeType: 'image/jpeg',
    at: 0,
    begins: ['\xFF\xD8\xFF\xDB', '\xFF\xD8\xFF\xE0', '\xFF\xD8\xFF\xE1', '\xFF\xD8\xFF\xEE'],
  },
  { mimeType: 'image/gif', at: 0, begins: ['GIF87a', 'GIF89a'] },
  { mimeType: 'image/webp', at: 8, begins: ['WEBPVP8'] },
  { mimeType: 'image/avif', at: 4, begins: ['ftypavif', 'ftypavis'] },
  { mimeType: 'image/heic', at: 4, begins: ['ftypheic', 'ftypheix'] },
  { mimeType: 'audio/wav', at: 8, begins: ['WAVEfmt '] },
  { mimeType: 'audio/flac', at: 0, begins: ['fLaC'] },
  { mimeType: 'audio/ogg', at: 28, begins: ['OpusHead', '\x01vorbis'] },
  { mimeType: 'audio/mpeg', at: 0, begins: ['\xFF\xFB', '\xFF\xFA', '\xFF\xF3', '\xFF\xF2'] },
  { mimeType: 'audio/mp4', at: 4, begins: ['ftypM4A '] },
  { mimeType: 'video/mp4', at: 4, begins: ['ftypisom', 'ftypiso2', 'ftypmp41', 'ftypmp42'] },
];

/** The formats whose contents are identified by later bytes, with their first bytes. */
const CONTAINERS: ReadonlyMap<number, string> = new Map([
  [8, 'RIFF'],
  [28, 'OggS'],
]);

/** The furthest byte that is looked at. */
const LENGTH = 36;

/** The MIME type that the bytes of common images and sounds show; `undefined` if they are not certain to be one. */
export function typeBySignature(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, LENGTH));
  return SIGNATURES.find(({ at, begins }) => {
    return text.startsWith(CONTAINERS.get(at) ?? '') && begins.some((each) => text.startsWith(each, at));
  })?.mimeType;
}
