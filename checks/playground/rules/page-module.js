import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = fileURLToPath(new URL('../../../packages/cli/page/', import.meta.url));

/**
 * A module of the page, for what it does without a browser.
 * @param {string} file
 */
export async function moduleOf(file) {
  const { outputFiles } = await build({
    entryPoints: [PAGE + file],
    bundle: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
}
