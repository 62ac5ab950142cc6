import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { dataOf, run } from './support/run.ts';
import { ProjectFolder } from './support/project-folder.ts';
import { projectOverStdio } from './support/served-project.ts';

const prompt = (
  description: string,
  argument = 'code',
) => `import { Arg, Prompt, type PromptHandler } from '@cuecard/core';

export class ReviewArgs {
  @Arg({ description: '${description}' })
  ${argument}!: string;
}

@Prompt({ description: 'Asks for a review', args: ReviewArgs })
export class Review implements PromptHandler<ReviewArgs> {
  render = () => 'Review it';
}
`;

const pack = (version: string) => `import { definePack } from '@cuecard/core';
import { Review } from './review.js';

export const reviewPack = definePack({
  name: '@team/reviews',
  version: '${version}',
  prompts: [Review],
});
`;

let project: ProjectFolder;
const PACK = ['--pack', 'src/pack.ts#reviewPack'] as const;

beforeEach(async () => {
  project = new ProjectFolder({
    'package.json': '{ "name": "@team/reviews", "type": "module" }',
    'src/review.ts': prompt('The code'),
    'src/pack.ts': pack('1.2.0'),
  });
  await run(project.path, ['manifest', ...PACK]);
});
afterEach(() => project.remove());

const changeset = (bump: string) => `---\n'@team/other': major\n"@team/reviews": ${bump}\n---\n\nReviews are better.\n`;

/** Returns the line about the version, and the exit code. */
async function verdict(): Promise<[line: string, code: number]> {
  const { stdout, code } = await run(project.path, ['diff', ...PACK]);
  return [stdout.split('\n').find((line) => line.startsWith('error')) ?? stdout.trim(), code];
}

describe('cuecard diff --pack', () => {
  test('fails if the version is too low, and shows its line', async () => {
    project.write({ 'src/review.ts': prompt('The code', 'diff') });
    const { stdout, code } = await run(project.path, ['diff', ...PACK]);
    expect([stdout, code]).toEqual([
      `error   The version is 1.2.0, but the changes require 2.0.0 or higher [version-too-low]
        src/pack.ts:6
major   prompt review, code: was removed, and unknown arguments are rejected [argument-removed]
        src/review.ts:3
major   prompt review, diff: is new and required [required-argument-added]
        src/review.ts:5

@team/reviews 1.2.0 → 1.2.0: the changes are major, so the version must be at least 2.0.0.
`,
      1,
    ]);
    project.write({ 'src/pack.ts': pack('2.0.0') });
    expect((await run(project.path, ['diff', ...PACK])).code).toBe(0);
  });

  test('counts changesets of the package, and fails if they are too small', async () => {
    project.write({ 'src/review.ts': prompt('The code', 'diff'), '.changeset/better.md': changeset('minor') });
    expect(await verdict()).toEqual([
      'error   The minor changeset raises the version to 1.3.0, but the changes require 2.0.0 [changeset-too-small]',
      1,
    ]);
    const { changes } = await dataOf<{ changes: { rule: string; where: object }[] }>(project.path, ['diff', ...PACK]);
    expect(changes[0]).toMatchObject({ rule: 'changeset-too-small', where: { path: '.changeset/better.md', line: 3 } });
    project.write({ '.changeset/largest.md': changeset('major') });
    expect((await run(project.path, ['diff', ...PACK])).code).toBe(0);
  });

  test('ignores changesets of other packages, and other files', async () => {
    project.write({
      'src/review.ts': prompt('The code', 'diff'),
      '.changeset/other.md': "---\n'@team/other': major\n---\n\n'@team/reviews': major\n",
      '.changeset/README.md': changeset('major'),
    });
    expect(await verdict()).toEqual([
      'error   The version is 1.2.0, but the changes require 2.0.0 or higher [version-too-low]',
      1,
    ]);
  });

  test('accepts the same version if nothing has changed', async () => {
    expect(await verdict()).toEqual(['No change requires a version higher than 1.2.0.', 0]);
  });
});

describe('cuecard diff --base-ref', () => {
  const git = (...args: string[]) => {
    const names = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...names, ...args], { cwd: project.path, encoding: 'utf8' }).trim();
  };

  test('compares with the contract at a revision, even if the file changed', async () => {
    git('init', '--quiet');
    git('add', 'contract.json');
    git('commit', '--quiet', '--message', 'Release');
    git('tag', 'v1.2.0');
    project.write({ 'src/review.ts': prompt('The source code') });
    await run(project.path, ['manifest', ...PACK]);
    expect((await run(project.path, ['diff', ...PACK])).code).toBe(0);
    const { stdout, code } = await run(project.path, ['diff', '--base-ref', 'v1.2.0', ...PACK]);
    expect([stdout.split('\n')[0], code]).toEqual([
      'error   The version is 1.2.0, but the changes require 1.2.1 or higher [version-too-low]',
      1,
    ]);
    const links = await run(project.path, ['diff', '--base-ref', 'v1.2.0', '--markdown', ...PACK], {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'team/reviews',
    });
    const line = `https://github.com/team/reviews/blob/${git('rev-parse', 'HEAD')}/src/review.ts#L5`;
    expect(links.stdout).toContain(
      `- prompt \`review\`, \`code\`: has a different description. ([\`src/review.ts:5\`](${line}))`,
    );
  });

  test('passes a revision that looks like an option of git as a revision', async () => {
    git('init', '--quiet');
    git('add', 'contract.json');
    git('commit', '--quiet', '--message', 'Release');
    const { code, stderr } = await run(project.path, ['diff', '--base-ref=--format=%n', ...PACK]);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'error The contract contract.json does not exist at --format=%n, or git cannot read it [contract-missing]',
    ]);
  });

  test('suggests a fix if the contract is missing or damaged', async () => {
    const first = async (...args: string[]) => {
      const { code, stderr } = await run(project.path, ['diff', ...args, ...PACK]);
      return [code, ...stderr.split('\n').slice(0, 2)];
    };
    expect([await first('none.json'), await first('--base-ref', 'no-such'), await first('package.json')]).toEqual([
      [
        2,
        'error The contract none.json does not exist [contract-missing]',
        expect.stringMatching(/^fix Write the contract with/),
      ],
      [
        2,
        'error The contract contract.json does not exist at no-such, or git cannot read it [contract-missing]',
        expect.stringMatching(/^fix Write the contract with/),
      ],
      [
        1,
        'error This is not a manifest: write the file with stringifyManifest(await createManifest(…)) [contract-invalid]',
        'package.json',
      ],
    ]);
  });
});

describe('cuecard diff of a server', () => {
  async function ofServer() {
    const server = await projectOverStdio(project.path);
    const ran = await run(project.path, ['diff', '--stdio', '--', ...server.command]);
    server.stop();
    return ran;
  }

  test('compares the lists, and shows no lines of sources', async () => {
    project.write({
      'cuecard.config.ts': `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { reviewPack } from './src/pack.js';

export default defineConfig({ name: 'desk', version: '1.0.0', runtime: new Runtime({ prompts: [reviewPack] }) });
`,
      'src/review.ts': prompt('The code').replace("review',", "review', scopes: [], examples: [{ code: 'x' }],"),
    });
    await run(project.path, ['manifest']);
    expect(await ofServer()).toMatchObject({
      stdout: 'No change requires a version higher than 1.0.0.\n',
      code: 0,
    });
    project.write({ 'src/review.ts': prompt('The code', 'diff') });
    const { stdout, code } = await ofServer();
    expect([stdout, code]).toEqual([
      `error   The version is 1.0.0, but the changes require 2.0.0 or higher [version-too-low]
major   prompt review, code: was removed, and unknown arguments are rejected [argument-removed]
major   prompt review, diff: is new and required [required-argument-added]

desk 1.0.0 → 1.0.0: the changes are major, so the version must be at least 2.0.0.
`,
      1,
    ]);
  });
});

describe('cuecard diff --markdown', () => {
  test('prints links, and escapes descriptions', async () => {
    project.write({
      'src/review.ts': prompt('The code', 'diff').replace("review'", "review', deprecated: '<b>[x](y)\\n# z'"),
    });
    const args = ['diff', '--markdown', '--repository-url', 'https://git.example.com/team/reviews/', ...PACK];
    const { stdout } = await run(project.path, args, { GITHUB_SHA: 'abc' });
    expect(stdout).toBe(`# @team/reviews 1.2.0 → 1.2.0

The changes are major: version 2.0.0 or higher is needed.

## Errors

- The version is 1.2.0, but the changes require 2.0.0 or higher. ([\`src/pack.ts:6\`](https://git.example.com/team/reviews/blob/abc/src/pack.ts#L6))

## Major

- prompt \`review\`, \`code\`: was removed, and unknown arguments are rejected. ([\`src/review.ts:3\`](https://git.example.com/team/reviews/blob/abc/src/review.ts#L3))
- prompt \`review\`, \`diff\`: is new and required. ([\`src/review.ts:5\`](https://git.example.com/team/reviews/blob/abc/src/review.ts#L5))

## Minor

- prompt \`review\`: It is deprecated: &lt;b>\\[x\\](y) # z. ([\`src/review.ts:9\`](https://git.example.com/team/reviews/blob/abc/src/review.ts#L9))
`);
  });
});
