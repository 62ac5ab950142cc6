/** @slow takes more than a second: two server processes for each client */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { closables } from '../../../packages/server/test/support/closables.ts';
import { UPDATES, workday } from './story/chapters.ts';
import { meet } from './support/person.ts';

const STDIO = join(import.meta.dirname, '../dist/stdio.js');
const open = closables();
const folder = mkdtempSync(join(tmpdir(), 'shop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['v1', 'v2 2026-07-28'] as const)(
  'the storefront shares a database between two processes: %s',
  async (client) => {
    const args = [STDIO, 'storefront', '--database', join(folder, `${client}.db`)];
    const employee = async (by: string, role: string) => {
      const person = await meet(client, { args, env: { SHOP_PERSON: by, SHOP_ROLE: role } });
      open.push(person);
      return Object.assign(person, { by });
    };
    const [clerk, manager] = await Promise.all([employee('mia', 'clerk'), employee('max', 'manager')]);
    expect(await workday(clerk, manager)).toEqual(UPDATES);
  },
  60_000,
);
