/** @slow measures memory */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { serveHttp } from '@cuecard/server';
import { LiveProject } from '../build/project/live-project.js';
import { heldBytes } from '../../core/test/support/memory.ts';
import { size } from '../../../build/jest/runs.ts';
import { DESK, greeting } from './support/desk.ts';
import { Listener } from './support/heard.ts';
import { ProjectFolder } from './support/project-folder.ts';

const EDITS = size(500);
const PROMPTS = 20;
const silent = { error() {}, warn() {}, info() {}, debug() {} };
const fileOf = (index: number) => `src/prompts/prompt_${index}.ts`;
const text = (index: number, edit: number) =>
  greeting(`prompt_${index}`, { description: `Greets for the ${edit}th time` });

const project = new ProjectFolder({
  ...DESK,
  ...Object.fromEntries(Array.from({ length: PROMPTS }, (_, index) => [fileOf(index), text(index, 0)])),
});
afterAll(() => project.remove());

test('LiveProject.reload notifies clients of each edit and holds at most 5 MB', async () => {
  const { path: folder } = project;
  const file = join(folder, 'cuecard.config.ts');
  const live = await LiveProject.open({ file, folder, command: 'dev', args: [], logger: silent });
  const server = await serveHttp(live.counted, { name: 'desk', version: '1.0.0', port: 0 });
  const listeners = [await Listener.of(new URL(server.url)), await Listener.of(new URL(server.url), 'modern')];
  const { sessionId } = listeners[0]!.transport;
  let [edit, before] = [0, 0];
  const next = async () => {
    edit += 1;
    const index = edit % PROMPTS;
    project.write({ [fileOf(index)]: text(index, edit) });
    await live.reload(new Set([join(folder, fileOf(index))]));
    for (const listener of listeners) await listener.noticesUntil(async () => listener.notices >= edit);
  };
  while (edit < PROMPTS) await next(); // Every file has been edited once by then.
  before = await heldBytes();
  while (edit < PROMPTS + EDITS) await next();
  const held = (await heldBytes()) - before;
  const { prompts } = await listeners[0]!.client.listPrompts();
  expect({
    isBounded: held < 5_000_000,
    prompts: prompts.length,
    notices: listeners.map(({ notices }) => notices),
  }).toEqual({
    isBounded: true,
    prompts: PROMPTS,
    notices: [edit, edit],
  });
  expect([typeof sessionId, listeners[0]!.transport.sessionId]).toEqual(['string', sessionId]);
  for (const listener of listeners) await listener.close();
  await server.close();
  await live.close();
}, 120_000);
