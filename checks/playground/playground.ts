import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page of the playground, as its users name the parts. */
export class Playground {
  constructor(readonly page: Page) {}

  get result(): Locator {
    return this.page.getByRole('tabpanel');
  }

  /** @param hash such as `/prompt/review_code` */
  async go(hash: string): Promise<void> {
    await this.page.evaluate((to) => (location.hash = to), hash);
  }

  /** An input of the form. */
  field(label: string): Locator {
    return this.page.getByRole('form', { name: 'Arguments' }).getByLabel(label).first();
  }

  /** An input with its label, description and error. */
  row(label: string): Locator {
    return this.page
      .locator('.field')
      .filter({ has: this.page.getByLabel(label) })
      .last();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** Fails the flow if axe finds a violation. The flow goes on. */
  async expectAccessible(state: string): Promise<void> {
    await this.page.evaluate(AXE);
    const violations = await this.page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const found = await axe.run({ resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    });
    expect.soft(violations, `accessible: ${state}`).toEqual([]);
  }

  /** Fails the flow if the page is wider than the window, or the content than its column. */
  async expectToFit(): Promise<void> {
    const excess = await this.page.evaluate(() => {
      const parts = [document.documentElement, ...document.querySelectorAll('.main')];
      return Math.max(...parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    });
    expect(excess, 'excess width of the page').toBeLessThanOrEqual(0);
  }
}
