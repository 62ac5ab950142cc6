import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { Playground } from './playground.js';
import { type PageServer, Project, Stage } from './server.js';

export { expect };

interface Fixtures {
  /** The scene that the stage serves. */
  readonly scene: string;
  /** The server of the page, which flows share unless they are of `ownStage` or `inProject`. */
  readonly stage: PageServer;
  /** The faults of the page. The flow fails if it ends with any. */
  readonly faults: string[];
  readonly playground: Playground;
  readonly banner: Locator;
  readonly heading: Locator;
  readonly main: Locator;
  readonly result: Locator;
}

interface WorkerFixtures {
  /** The stages that flows of this worker started, by scene. */
  readonly stages: Map<string, Stage>;
}

/** A flow opens the page, and fails if a script throws, violates the policy or calls another origin. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  scene: ['desk', { option: true }],
  stages: [
    async ({}, use) => {
      const stages = new Map<string, Stage>();
      await use(stages);
      for (const stage of stages.values()) await stage.stop();
    },
    { scope: 'worker' },
  ],
  stage: async ({ scene, stages }, use) => {
    const stage = stages.get(scene) ?? (await new Stage(scene).begin());
    stages.set(scene, stage);
    await use(stage);
  },
  faults: async ({}, use) => use([]),
  page: async ({ page, stage, faults }, use) => {
    watch(page, stage.origin, faults);
    await page.goto(stage.url);
    await use(page);
    expect(faults, 'faults of the page').toEqual([]);
  },
  playground: async ({ page }, use) => use(new Playground(page)),
  banner: async ({ page }, use) => use(page.getByRole('banner')),
  heading: async ({ page }, use) => use(page.getByRole('heading', { level: 1 })),
  main: async ({ page }, use) => use(page.getByRole('main')),
  result: async ({ playground }, use) => use(playground.result),
});

/** A flow with a server of its own, which it may change. */
export const ownStage = test.extend<{ readonly stage: Stage }>({
  stage: async ({ scene }, use) => {
    const stage = await new Stage(scene).begin();
    await use(stage);
    await stage.stop();
  },
});

/** A flow with a project that `cuecard dev` serves. */
export const inProject = test.extend<{ readonly project: Project }>({
  project: async ({}, use, testInfo) => {
    const project = await Project.start(testInfo.outputPath('project'));
    await use(project);
    await project.stop();
  },
  stage: async ({ project }, use) => use(project),
});

/** Adds to the faults what goes wrong in the page from now on. */
function watch(page: Page, origin: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) faults.push(`calls another origin: ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security|Trusted/i.test(message.text())) faults.push(message.text());
  });
}
