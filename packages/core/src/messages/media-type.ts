/** Alternative names of MIME types, with the usual name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['audio/mp3', 'audio/mpeg'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/opus', 'audio/ogg'],
  ['image/jpg', 'image/jpeg'],
  ['image/apng', 'image/png'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
]);

/**
 * The MIME type of bytes: the type that they show, otherwise the declared type if bytes of that type cannot show it,
 * otherwise `otherwise`.
 * @throws {TypeError} if the bytes do not match the declared type, or no type is known
 */
export async function mediaType(bytes: Uint8Array, declared: string | undefined, otherwise?: string): Promise<string> {
  const told = toldBy(declared);
  const common = typeBySignature(bytes);
  if (common !== undefined) return agreed(told, common, () => true);
  const { shown, isKnowable } = await look(bytes);
  if (shown !== undefined) return agreed(told, shown, isKnowable);
  // Bytes of a recognisable type would have shown it.
  if (told !== undefined && isKnowable(told)) throw mismatch('of no known type', told);
  return told ?? otherwise ?? unknown();
}

/**
 * The MIME type of bytes that are text. Like `mediaType`, but tolerates text that begins like an image, such as with
 * "BM".
 * @throws {TypeError} if the bytes do not match the declared type
 */
export async function textType(bytes: Uint8Array, declared: string | undefined): Promise<string> {
  const told = toldBy(declared);
  if (told !== undefined && (isTextual(told) || told === 'application/json')) return told; // No bytes show these.
  const { shown, isKnowable } = await look(bytes);
  if (told === undefined) return shown !== undefined && isTextual(shown) ? shown : 'text/plain';
  if (isKnowable(told) && told !== shown) throw mismatch('text', told);
  return told;
}

/** Keeps a failed import: a bundle that imports the library a second time would get it half loaded, without an error. */
let library: ReturnType<typeof load> | undefined;

async function load() {
  try {
    return await import('file-type');
  } catch (cause) {
    const remedy = 'Bundle it as CommonJS, or give the bundle a `require`, as the page on bundling shows.';
    throw new TypeError(`The type of these bytes is looked up in file-type, which cannot be loaded. ${remedy}`, {
      cause,
    });
  }
}

async function look(bytes: Uint8Array) {
  const { fileTypeFromBuffer, supportedMimeTypes } = await (library ??= load());
  const found = await fileTypeFromBuffer(bytes);
  /** Whether bytes of the type always show it. Text begins in many ways. */
  const isKnowable = (type: string) =>
    !isTextual(type) && [...supportedMimeTypes].some((each) => essence(each) === type);
  return { shown: found && essence(found.mime), isKnowable };
}

function agreed(told: string | undefined, shown: string, isKnowable: (type: string) => boolean): string {
  if (told === undefined || told === shown) return shown;
  const isFilm = shown.startsWith('video/') && told === shown.replace('video/', 'audio/'); // Audio only.
  const isLanguage = isTextual(shown) && !isKnowable(told); // Such as SVG, which is XML.
  if (!isFilm && !isLanguage) throw mismatch(shown, told);
  return told;
}

/** The declared type; a generic binary type counts as undeclared. */
function toldBy(declared: string | undefined): string | undefined {
  const told = declared === undefined ? undefined : essence(declared);
  return told === 'application/octet-stream' ? undefined : told;
}

function isTextual(type: string): boolean {
  return /^text\/|\/(?:xml|rtf|postscript)$/.test(type);
}

/** The type without its parameters, by its usual name. */
function essence(type: string): string {
  const name = (type.split(';')[0] ?? '').trim().toLowerCase();
  return ALIASES.get(name) ?? name;
}

function unknown(): never {
  throw new TypeError('The bytes do not show their type. Give it as mimeType.');
}

function mismatch(shown: string, told: string): TypeError {
  return new TypeError(`The bytes are ${shown}, not ${told}. Give the mimeType that they have, or leave it out.`);
}

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
