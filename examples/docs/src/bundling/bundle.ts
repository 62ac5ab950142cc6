import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the service, its prompts and all dependencies into one file. */
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
