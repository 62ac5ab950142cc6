import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Makes one file of the service, its prompts and everything that they need. */
export async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('stdio.js', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    keepNames: true,
  });
}
