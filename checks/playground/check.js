import { findChromium, launch } from './browser.js';
import { CATALOGUE } from './flows/catalogue.js';
import { CONTENT } from './flows/content.js';
import { EVENTS } from './flows/events.js';
import { EXTREMES } from './flows/extremes.js';
import { FORMS } from './flows/forms.js';
import { HARM } from './flows/harm.js';
import { PEOPLE } from './flows/people.js';
import { SECRETS } from './flows/secrets.js';
import { STRANGERS } from './flows/strangers.js';
import { VIEWS } from './flows/views.js';
import { Project } from './project.js';
import { takePictures } from './screenshots.js';
import { sizeFaults } from './size.js';
import { Stage } from './stage.js';
import { Visit } from './visit.js';

// Uses the page of the playground as people do, in a real browser.

/**
 * @typedef Flow
 * @property {string} title
 * @property {string} [scene]
 * @property {true} [isProject] whether `cuecard dev` serves, in place of a stage
 * @property {import('playwright-core').BrowserContextOptions} [options]
 * @property {(visit: Visit) => Promise<void>} run throws what is wrong
 */

/** @type {readonly Flow[]} */
const FLOWS = [
  ...CATALOGUE,
  ...FORMS,
  ...SECRETS,
  ...CONTENT,
  ...VIEWS,
  ...EVENTS,
  ...PEOPLE,
  ...EXTREMES,
  ...HARM,
  ...STRANGERS,
];

export const title = 'Playground';
export const seconds = 150;
export const needs = /** @type {const} */ (['chromium']);

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const browser = await launch(await findChromium());
  const flows = FLOWS.map((flow) => ({ title: flow.title, work: () => flowFaults(browser, flow) }));
  const found = [];
  for (const part of rig.parts([{ title: 'size', work: sizeFaults }, ...flows]))
    found.push(...(await rig.try(part.title, part.work)));
  if (rig.isUpdate) await takePictures(browser);
  await browser.close();
  return found;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Flow} flow
 */
async function flowFaults(browser, { title: name, scene, isProject, options, run }) {
  const stage = isProject ? await Project.start() : await Stage.start({ ...(scene && { scene }) });
  const visit = await Visit.begin(browser, stage, options);
  await run(visit).catch((error) => visit.faults.push(String(error?.message ?? error)));
  if (visit.faults.length > 0 && process.env['SHOTS'])
    await visit.page.screenshot({ path: `${process.env['SHOTS']}/${name.replaceAll(/\W+/g, '-')}.png` });
  await visit.end();
  await visit.stage.stop();
  return visit.faults;
}
