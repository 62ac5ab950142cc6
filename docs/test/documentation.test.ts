import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { generated } from '../../build/docs/generated.js';
import { groups } from '../../build/docs/pages.js';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** The pages that show code. */
async function pages(): Promise<string[]> {
  const examples = await readdir(new URL('examples/', root));
  const docs = await readdir(new URL('docs/', root));
  const packages = await readdir(new URL('packages/', root));
  return [
    'README.md',
    'README.zh-CN.md',
    'CONTRIBUTING.md',
    'RELEASING.md',
    'packages/core/SKILL.md',
    ...packages.map((name) => `packages/${name}/README.md`),
    ...docs.map((page) => `docs/${page}`),
    ...examples.map((name) => `examples/${name}/README.md`),
  ];
}

/** Returns all code blocks, and other blocks whose comment names a file. A code block needs such a comment. */
function blocksOf(page: string): { source: string | undefined; code: string }[] {
  const blocks = page.matchAll(/(?:<!-- (\S+) -->\n+)?```(\w*)\n([^]*?)```/g);
  return [...blocks]
    .filter(([, source, language = '']) => source !== undefined || ['ts', 'js'].includes(language))
    .map(([, source, , code = '']) => ({ source, code: code.trim() }));
}

test('documentation shows only code of examples, which is compiled and run', async () => {
  const astray: string[] = [];
  for (const path of await pages()) {
    const page = await read(path).catch(() => '');
    for (const { source, code } of blocksOf(page)) {
      const file = source === undefined ? '' : await read(source);
      if (!file.includes(code)) astray.push(`${path}: ${source ?? 'names no file'}: ${code.slice(0, 60)}`);
    }
  }
  expect(astray).toEqual([]);
});

test.each([
  ['README.md', 'examples/docs/first-steps/src/server.ts'],
  ['packages/core/README.md', 'examples/first-prompt/src/server.ts'],
  ['packages/core/SKILL.md', 'packages/cli/templates/project/src/prompts/code-review.ts'],
  ['packages/server/README.md', 'examples/docs/src/packages/server.ts'],
  ['packages/mcp-sdk/README.md', 'examples/docs/src/packages/mcp-sdk.ts'],
  ['packages/tsyringe/README.md', 'examples/docs/src/packages/tsyringe.ts'],
  ['packages/nestjs/README.md', 'examples/docs/src/packages/nestjs.ts'],
  ['packages/resources/README.md', 'examples/docs/src/packages/resources.ts'],
  ['packages/interceptors/README.md', 'examples/docs/src/packages/interceptors.ts'],
  ['packages/openfeature/README.md', 'examples/docs/src/packages/openfeature.ts'],
  ['packages/testing/README.md', 'packages/cli/templates/project/test/code-review.test.ts'],
  ['packages/cli/README.md', 'packages/cli/templates/tsyringe/cuecard.config.ts'],
  ['docs/arguments.md', 'examples/docs/src/arguments.ts'],
  ['docs/completion.md', 'examples/docs/src/completion.ts'],
  ['docs/messages.md', 'examples/docs/src/messages.ts'],
  ['docs/injection-safety.md', 'examples/docs/src/messages.ts'],
  ['docs/resources.md', 'examples/docs/src/messages.ts'],
  ['docs/resources.md', 'examples/shop/src/orders/resources/order-resource.ts'],
  ['docs/tools.md', 'examples/docs/src/tools.ts'],
  ['docs/first-steps.md', 'examples/docs/first-steps/src/server.ts'],
  ['docs/first-steps-nestjs.md', 'examples/docs/first-steps-nestjs/src/app.module.ts'],
  ['README.zh-CN.md', 'examples/docs/first-steps/src/server.ts'],
  ['docs/tutorial.md', 'examples/tutorial/src/pack/index.ts'],
  ['docs/cookbook.md', 'examples/docs/src/cookbook/search.ts'],
  ['docs/migrating-from-the-sdk.md', 'examples/docs/src/migrating/sdk/recommend.ts'],
  ['docs/migrating-from-fastmcp.md', 'examples/docs/src/migrating/fastmcp/recommend.ts'],
  ['docs/migrating-a-dto.md', 'examples/docs/src/migrating/dto/after.ts'],
  ['docs/options.md', 'examples/docs/src/runtime/runtime.ts'],
  ['docs/request-context.md', 'examples/docs/src/runtime/prompts.ts'],
  ['docs/dependency-injection.md', 'examples/docs/src/runtime/from-modules.ts'],
  ['docs/asking.md', 'examples/docs/src/cookbook/bug-report.ts'],
  ['docs/errors-and-logging.md', 'examples/docs/src/runtime/runtime.ts'],
  ['docs/versions.md', 'examples/docs/src/runtime/runtime.ts'],
  ['docs/interceptors.md', 'examples/docs/src/interceptors.ts'],
  ['docs/authorisation.md', 'examples/docs/src/authorisation.ts'],
  ['docs/security.md', 'examples/docs/src/serving/tokens.ts'],
  ['docs/versions.md', 'examples/docs/src/versions.ts'],
  ['docs/instances.md', 'examples/instances/src/redis-updates.ts'],
  ['docs/developing.md', 'examples/review-desk/cuecard.config.ts'],
  ['docs/packs.md', 'examples/shared-pack/src/review-pack.ts'],
  ['docs/packs.md', 'examples/shop/src/orders/orders-pack.ts'],
  ['docs/serving.md', 'examples/docs/src/serving/express.ts'],
  ['docs/playground.md', 'examples/docs/src/serving/with-playground.ts'],
  ['docs/developing.md', 'packages/cli/templates/tsyringe/cuecard.config.ts'],
  ['docs/testing.md', 'examples/docs/test/testing.test.ts'],
  ['docs/nestjs.md', 'packages/nestjs/test/desk/app.module.ts'],
  ['docs/deployment.md', 'checks/projects/deployments/workers/src/worker.ts'],
  ['docs/migrating-to-nestjs.md', 'examples/docs/src/migrating-to-nestjs/after.ts'],
  ['docs/bundling.md', 'examples/docs/src/bundling/bundle.ts'],
  ['docs/toolchains.md', 'checks/projects/toolchains/jest-swc-commonjs/jest.config.js'],
])('%s shows code of %s', async (page, source) => {
  expect(blocksOf(await read(page)).map((block) => block.source)).toContain(source);
});

test('the generated pages are up to date: node build/docs/generated.js', async () => {
  const written = Object.keys(generated()).map(async (name) => [name, await read(`docs/${name}`)]);
  expect(Object.fromEntries(await Promise.all(written))).toEqual(generated());
});

test('the index lists each page, with a first sentence of at most 25 words', async () => {
  const listed = groups().flatMap((group) => group.pages);
  const files = (await readdir(new URL('docs/', root))).filter((name) => /^[^.A-Z]*\.md$/.test(name));
  expect(listed.map(({ name }) => `${name}.md`).toSorted()).toEqual(files);
  const isShort = (summary: string) => summary !== '' && summary.split(' ').length <= 25;
  expect(listed.filter(({ summary }) => !isShort(summary)).map(({ name }) => name)).toEqual([]);
});

test('documentation links only to existing files and headings', async () => {
  const broken: string[] = [];
  for (const path of await pages()) {
    const page = await read(path).catch(() => '');
    for (const [, target = ''] of page.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)) {
      const [file = '', heading] = target.split('#');
      const linked = file === '' ? page : await readLinked(new URL(file, new URL(path, root)));
      if (linked === undefined || (heading !== undefined && !headingsOf(linked).includes(heading)))
        broken.push(`${path}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

/** Returns the text that a link leads to, or an empty string for a folder. */
async function readLinked(url: URL): Promise<string | undefined> {
  const found = await stat(url).catch(() => undefined);
  if (found?.isDirectory()) return '';
  return found === undefined ? undefined : readFile(url, 'utf8');
}

/** Returns the anchors of the headings of a page. */
function headingsOf(page: string): string[] {
  const headings = page.matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/packages.md names the peers of each package', async () => {
  const page = await read('docs/packages.md');
  const named: Record<string, object> = {};
  const declared: Record<string, object> = {};
  for (const folder of await readdir(new URL('packages/', root))) {
    const { name, peerDependencies = {} } = JSON.parse(await read(`packages/${folder}/package.json`));
    const row = new RegExp(`^\\| \`${name}\` +\\|(.*)\\|$`, 'm').exec(page)?.[1] ?? '';
    const peers = row.matchAll(/`([^`]+)`(?: (\^[\d.^or ]+\d))?(?=,| +$)/g);
    named[name] = Object.fromEntries(
      [...peers].map(([, peer, range = 'workspace:^']) => [peer, range.replace(' or ', ' || ')]),
    );
    declared[name] = peerDependencies;
  }
  expect(named).toEqual(declared);
});
