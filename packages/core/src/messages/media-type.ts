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
 * The MIME type of bytes: the type of their signature, otherwise the declared type if it has no signature, otherwise
 * `otherwise`.
 * @throws {TypeError} if the bytes do not match the declared type, or no type is known
 */
export function mediaType(bytes: Uint8Array, declared: string | undefined, otherwise?: string): string {
  const type = declaredTypeOf(declared);
  const found = typeBySignature(bytes);
  if (type === undefined) return found ?? otherwise ?? unknown();
  const isAudio = found?.replace('video/', 'audio/') === type; // Audio only.
  if (found === undefined ? RECOGNISED.has(type) : type !== found && !isAudio) throw mismatch(found, type);
  return type;
}

/**
 * The MIME type of bytes that are text. Like `mediaType`, but tolerates text that begins like an image.
 * @throws {TypeError} if text cannot have the declared type
 */
export function textType(bytes: Uint8Array, declared: string | undefined): string {
  const type = declaredTypeOf(declared);
  if (type !== undefined && RECOGNISED.has(type) && type !== typeBySignature(bytes)) throw mismatch('text', type);
  return type ?? 'text/plain';
}

/** The declared type without its parameters, by its usual name; a generic binary type counts as undeclared. */
function declaredTypeOf(declared: string | undefined): string | undefined {
  const name = declared?.split(';', 1)[0]?.trim().toLowerCase();
  return name === undefined || name === 'application/octet-stream' ? undefined : (ALIASES.get(name) ?? name);
}

function unknown(): never {
  throw new TypeError('The bytes do not show their type. Set mimeType.');
}

function mismatch(signature = 'of no known type', type: string): TypeError {
  return new TypeError(`The bytes are ${signature}, not ${type}. Give the mimeType that they have, or leave it out.`);
}

interface Signature {
  readonly mimeType: string;
  readonly at: number;
  /** The bytes there, a character for each byte. */
  readonly begins: readonly string[];
}

/** The media that hosts show. The first match counts. */
const SIGNATURES: readonly Signature[] = [
  { mimeType: 'image/png', at: 0, begins: ['\x89PNG\r\n\x1A\n'] },
  { mimeType: 'image/jpeg', at: 0, begins: ['\xFF\xD8\xFF'] },
  { mimeType: 'image/gif', at: 0, begins: ['GIF87a', 'GIF89a'] },
  { mimeType: 'image/webp', at: 8, begins: ['WEBPVP8'] },
  { mimeType: 'image/avif', at: 4, begins: ['ftypavif', 'ftypavis'] },
  { mimeType: 'image/heic', at: 4, begins: ['ftypheic', 'ftypheix'] },
  { mimeType: 'image/heif', at: 4, begins: ['ftypmif1', 'ftypmsf1'] },
  { mimeType: 'image/bmp', at: 14, begins: ['\x0C\0\0\0', '\x28\0\0\0', '\x6C\0\0\0', '\x7C\0\0\0'] },
  { mimeType: 'image/tiff', at: 0, begins: ['II*\0', 'MM\0*'] },
  { mimeType: 'audio/wav', at: 8, begins: ['WAVE'] },
  { mimeType: 'audio/flac', at: 0, begins: ['fLaC'] },
  { mimeType: 'audio/ogg', at: 28, begins: ['OpusHead', '\x01vorbis', 'Speex   ', '\x7FFLAC'] },
  { mimeType: 'audio/mpeg', at: 0, begins: ['ID3', '\xFF\xFB', '\xFF\xFA', '\xFF\xF3', '\xFF\xF2', '\xFF\xE3'] },
  { mimeType: 'audio/mp4', at: 4, begins: ['ftypM4A', 'ftypM4B'] },
  { mimeType: 'video/quicktime', at: 4, begins: ['ftypqt  '] },
  { mimeType: 'video/3gpp', at: 4, begins: ['ftyp3gp'] },
  { mimeType: 'video/mp4', at: 4, begins: ['ftyp'] },
  { mimeType: 'video/ogg', at: 28, begins: ['\x80theora'] },
  { mimeType: 'application/pdf', at: 0, begins: ['%PDF-'] },
];

/** The types that have a signature. */
const RECOGNISED: ReadonlySet<string> = new Set(SIGNATURES.map(({ mimeType }) => mimeType));

/** The formats whose contents are identified by later bytes, with their first bytes. */
const CONTAINERS: ReadonlyMap<number, string> = new Map([
  [8, 'RIFF'],
  [14, 'BM'],
  [28, 'OggS'],
]);

/** The number of bytes that signatures are searched in. */
const SIGNATURE_LENGTH = 36;

/** The MIME type that the bytes of common images, audio and videos show. */
export function typeBySignature(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, SIGNATURE_LENGTH));
  return SIGNATURES.find(({ at, begins }) => {
    return text.startsWith(CONTAINERS.get(at) ?? '') && begins.some((each) => text.startsWith(each, at));
  })?.mimeType;
}
