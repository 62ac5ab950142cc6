import { audio, image } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { detectMimeType } from '../build/messages/media.js';
import { runs } from '../../../build/jest/runs.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The first bytes of common images and audio, with their type. */
const BEGINNINGS: [string, string][] = [
  ['image/png', '\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1F\x15\xC4\x89\0\0\0\x01IDAT'],
  ['image/jpeg', '\xFF\xD8\xFF\xDB'],
  ['image/jpeg', '\xFF\xD8\xFF\xE0'],
  ['image/jpeg', '\xFF\xD8\xFF\xE1'],
  ['image/jpeg', '\xFF\xD8\xFF\xEE'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\x1A\0\0\0WEBPVP8L'],
  ['image/avif', '\0\0\0\x18ftypavif'],
  ['image/heic', '\0\0\0\x18ftypheic'],
  ['image/heif', '\0\0\0\x18ftypmif1'],
  ['image/tiff', 'II*\0'],
  ['image/bmp', `BM${'\0'.repeat(12)}\x28\0\0\0`],
  ['audio/wav', 'RIFF\x1A\0\0\0WAVEfmt '],
  ['audio/flac', 'fLaC'],
  ['audio/ogg', `OggS${'\0'.repeat(24)}OpusHead`],
  ['audio/ogg', `OggS${'\0'.repeat(24)}\x01vorbis`],
  ['audio/ogg', `OggS${'\0'.repeat(24)}Speex   `],
  ['audio/mpeg', 'ID3'],
  ['audio/mpeg', '\xFF\xFB'],
  ['audio/mpeg', '\xFF\xF3'],
  ['audio/mp4', '\0\0\0\x18ftypM4A '],
  ['video/mp4', '\0\0\0\x18ftypisom'],
  ['video/mp4', '\0\0\0\x18ftypmp42'],
  ['video/mp4', '\0\0\0\x18ftypdash'],
  ['video/quicktime', '\0\0\0\x14ftypqt  '],
  ['video/ogg', `OggS${'\0'.repeat(24)}\x80theora`],
  ['application/pdf', '%PDF-1.7'],
];

describe('detectMimeType with a known signature', () => {
  test.each(BEGINNINGS)('returns %s for any bytes that start with %j', async (mimeType, beginning) => {
    const tails = fc.uint8Array({ minLength: 64, maxLength: 600 });
    await fc.assert(
      fc.asyncProperty(tails, async (tail) => {
        const whole = Uint8Array.from([...bytes(beginning), ...tail]);
        expect(detectMimeType(whole)).toBe(mimeType);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('detectMimeType', () => {
  test('returns undefined for fewer than two bytes', async () => {
    for (const [, beginning] of BEGINNINGS) expect(detectMimeType(bytes(beginning.slice(0, 1)))).toBeUndefined();
    expect(detectMimeType(new Uint8Array())).toBeUndefined();
  });
});

describe('image and audio', () => {
  test('rejects bytes with the signature of another kind of media', async () => {
    await expect(image(bytes('fLaC'))).rejects.toThrow('The bytes are audio/flac, which is not image/*.');
    await expect(audio(bytes('GIF89a'))).rejects.toThrow('The bytes are image/gif, which is not audio/*.');
  });
});
