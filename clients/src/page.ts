import { readFile, writeFile } from 'node:fs/promises';

const PAGE = new URL('../../docs/clients.md', import.meta.url);
const PART = /(?<=<!-- Written by `pnpm clients`. -->\n\n)[^]*(?=\n\n<!-- End -->)/;

/**
 * Puts what was found into its part of the page. In CI, where nothing is written, the page must have it already.
 * @returns what is wrong with the page
 */
export async function publish(found: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  if (!PART.test(page)) throw new Error(`${PAGE.pathname} has no part for what clients do`);
  const written = page.replace(PART, () => found);
  if (written === page) return [];
  if (process.env['CI'] !== undefined) return ['docs/clients.md has another table: run `pnpm clients`, and commit it'];
  await writeFile(PAGE, written);
  return [];
}
