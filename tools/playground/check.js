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
import { FORM_RULES } from './rules/forms.js';
import { TEXT_RULES } from './rules/texts.js';
import { Project } from './project.js';
import { sizeFaults } from './size.js';
import { Stage } from './stage.js';
import { Visit } from './visit.js';
import { report } from '../report.js';

// Uses the page of the playground as people do, in a real browser. Part of a title as an argument tries only these flows.

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

const [, , wanted = ''] = process.argv;
const results = [report('size', await sizeFaults()), ...rulesKept()];

const chromium = await findChromium();
if (chromium === undefined) {
  console.log('SKIPPED: there is no Chromium here. Install it (apt-get install chromium), or name it in CHROMIUM.');
  process.exit(process.env['CI'] ? 1 : 0);
}
const browser = await launch(chromium);
for (const flow of FLOWS.filter(({ title }) => title.includes(wanted))) results.push(await tried(flow));
await browser.close();
console.log(`${results.filter(Boolean).length} passed, ${results.filter((isGood) => !isGood).length} failed`);
process.exitCode = results.every(Boolean) ? 0 : 1;

/** @param {Flow} flow */
async function tried({ title, scene, isProject, options, run }) {
  const stage = isProject ? await Project.start() : await Stage.start({ ...(scene && { scene }) });
  const visit = await Visit.begin(browser, stage, options);
  await run(visit).catch((error) => visit.faults.push(String(error?.message ?? error)));
  if (visit.faults.length > 0 && process.env['SHOTS'])
    await visit.page.screenshot({ path: `${process.env['SHOTS']}/${title.replaceAll(/\W+/g, '-')}.png` });
  await visit.end();
  await visit.stage.stop();
  return report(title, visit.faults);
}

function rulesKept() {
  return Object.entries({ ...FORM_RULES, ...TEXT_RULES }).map(([title, test]) => {
    try {
      test();
      return report(title, []);
    } catch (error) {
      return report(title, [String(error)]);
    }
  });
}
