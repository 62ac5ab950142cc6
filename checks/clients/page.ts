import { readFile, writeFile } from 'node:fs/promises';

const PAGE = new URL('../../../docs/clients.md', import.meta.url);
const PART = /(?<=<!-- Written by `pnpm checks clients --update`. -->\n\n)[^]*(?=\n\n<!-- End -->)/;

/** Returns what is wrong with the part of the page that has the table. Writes it if that is asked for. */
export async function tablePageFaults(table: string, isUpdate: boolean): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  if (!PART.test(page)) return [`${PAGE.pathname} has no part for what clients do`];
  const written = page.replace(PART, () => table);
  if (isUpdate) await writeFile(PAGE, written);
  if (written === page || isUpdate) return [];
  return ['docs/clients.md has another table: run `npx -y pnpm@10 checks clients --update`, and commit it'];
}
