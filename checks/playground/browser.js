import { access } from 'node:fs/promises';
import { chromium } from 'playwright-core';

// Debian's, and others.
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium on this machine. */
export async function findChromium() {
  for (const place of [process.env['CHROMIUM'] ?? '', ...PLACES]) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere && place !== '') return place;
  }
  throw new Error('There is no Chromium here. Install it (apt-get install chromium), or name it in CHROMIUM.');
}

/** @param {string} executablePath */
export function launch(executablePath) {
  // The sandbox needs rights that containers of CI do not have; what is visited is our own.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] });
}
