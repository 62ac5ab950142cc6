import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';

/** Readers see the old text or the new one, also after a power cut. The file keeps its rights. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  const mode = (await stat(file).catch(() => undefined))?.mode;
  try {
    await writeFile(temporary, text, { flush: true, ...(mode !== undefined && { mode }) });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
