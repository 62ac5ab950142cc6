import { readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

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
  ['README.md', 'examples/first-prompt/src/server.ts'],
  ['docs/arguments.md', 'examples/arguments/src/trip.ts'],
  ['docs/completion.md', 'examples/arguments/src/invitation.ts'],
  ['docs/messages.md', 'examples/messages/src/triage.ts'],
  ['docs/injection-safety.md', 'examples/messages/src/runtime.ts'],
  ['docs/resources.md', 'examples/messages/src/look-at.ts'],
  ['docs/resources.md', 'examples/messages/src/orders.ts'],
  ['docs/tools.md', 'examples/tools/src/create-order.ts'],
  ['docs/first-steps.md', 'examples/first-steps/src/server.ts'],
  ['docs/first-steps-nestjs.md', 'examples/first-steps-nestjs/src/app.module.ts'],
  ['README.zh-CN.md', 'examples/first-prompt/src/server.ts'],
  ['docs/tutorial.md', 'examples/tutorial/src/pack/index.ts'],
  ['docs/cookbook.md', 'examples/cookbook/src/search.ts'],
  ['docs/migrating-from-the-sdk.md', 'examples/migration/src/sdk/recommend.ts'],
  ['docs/migrating-from-fastmcp.md', 'examples/migration/src/fastmcp/recommend.ts'],
  ['docs/migrating-a-dto.md', 'examples/migration/src/dto/after.ts'],
  ['docs/options.md', 'examples/runtime/src/runtime.ts'],
  ['docs/request-context.md', 'examples/runtime/src/release-notes.ts'],
  ['docs/dependency-injection.md', 'examples/runtime/src/from-modules.ts'],
  ['docs/asking.md', 'examples/runtime/src/incident.ts'],
  ['docs/errors-and-logging.md', 'examples/runtime/src/logger.ts'],
  ['docs/changing-at-run-time.md', 'examples/runtime/src/changing.ts'],
  ['docs/interceptors.md', 'examples/interceptors/src/team.ts'],
  ['docs/authorisation.md', 'examples/access-and-versions/src/served.ts'],
  ['docs/security.md', 'examples/serving/src/signed-tokens.ts'],
  ['docs/versions.md', 'examples/access-and-versions/src/rollout.ts'],
  ['docs/instances.md', 'examples/instances/src/redis-updates.ts'],
  ['docs/developing.md', 'examples/review-desk/cuecard.config.ts'],
  ['docs/packs.md', 'examples/shared-pack/src/review-pack.ts'],
  ['docs/packs.md', 'examples/shop/src/orders/orders-pack.ts'],
  ['docs/serving.md', 'examples/serving/src/express.ts'],
  ['docs/playground.md', 'examples/serving/src/with-playground.ts'],
  ['docs/command-line.md', 'packages/cli/templates/tsyringe/cuecard.config.ts'],
  ['docs/testing.md', 'examples/testing/test/desk.test.ts'],
  ['docs/nestjs.md', 'packages/nestjs/test/desk/app.module.ts'],
  ['docs/deployment.md', 'checks/projects/deployments/workers/src/worker.ts'],
  ['docs/migrating-to-nestjs.md', 'examples/nestjs-migration/src/after/recommend.ts'],
  ['docs/bundling.md', 'examples/bundled/src/bundle.ts'],
  ['docs/toolchains.md', 'checks/projects/toolchains/jest-swc-commonjs/jest.config.js'],
])('%s shows code of %s', async (page, source) => {
  expect(blocksOf(await read(page)).map((block) => block.source)).toContain(source);
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

test('README.md names the peers of each package', async () => {
  const readme = await read('README.md');
  const named: Record<string, object> = {};
  const declared: Record<string, object> = {};
  for (const folder of await readdir(new URL('packages/', root))) {
    const { name, peerDependencies = {} } = JSON.parse(await read(`packages/${folder}/package.json`));
    const row = new RegExp(`^\\| \`${name}\` +\\|(.*)\\|$`, 'm').exec(readme)?.[1] ?? '';
    const peers = row.matchAll(/`([^`]+)`(?: (\^[\d.^or ]+\d))?(?=,| +$)/g);
    named[name] = Object.fromEntries(
      [...peers].map(([, peer, range = 'workspace:^']) => [peer, range.replace(' or ', ' || ')]),
    );
    declared[name] = peerDependencies;
  }
  expect(named).toEqual(declared);
});
