// Checks that the folders of each package rise by floors: a file imports from its own floor and from those below, types
// counted, and no files import one another in a circle.
import { cruise } from 'dependency-cruiser';
import { ROOT } from '../lib.js';

/** The floors of each package, the lowest first: folders, and files that stand alone. */
const FLOORS = {
  core: `
    types.ts protocol.ts promises.ts listener-queue.ts json-schema.ts text/ errors.ts site.ts
    troubleshooting.ts definition-error.ts cursor.ts limits.ts metadata/ logging/ api/ clients/ injection/ arguments/ output/ messages/ definition/ asking/ request/ engine/ prompt/ tool/ updates/ resource/ registry/
    catalogue/ completion/ prompt-tools/ runtime/ index.ts`,
  server: `
    shared/ jsonrpc/ auth/ edge/ rounds/ modern/ peer/ session/ stdio/ server/ endpoint/ jwt.ts internal.ts index.ts`,
  testing: `
    contract/ contract.ts optional-peer.ts context/ reading/ calls/ checks/ runners/ generation/ safety/ connect/
    index.ts`,
  nestjs: `
    nest/ call/ enhancers/ options/ discovery/ execution/ http/ server/ stdio/ module/ index.ts`,
  cli: `
    commands.ts files.ts runtime/ playground/ playground.ts terminal/ outcome/ session/ loader/ source/ config/ project/ asking/ peer/
    calls/ subject/ docs/ contract/ check/ connect/ serving/ dev/ explain/ new/ program.ts cuecard.ts index.ts`,
};

/** The number of violations that are printed. */
const SHOWN = 20;

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/**
 * @param {string} name of the package
 * @param {readonly string[]} floors
 * @returns {Rule[]}
 */
function rulesFor(name, floors) {
  const sources = `packages/${name}/src`;
  /** @param {readonly string[]} some */
  const at = (some) => some.map((floor) => `^${sources}/${floor.replace('.', '\\.')}`);
  const rising = floors.slice(0, -1).map((floor, index) => ({
    name: `${floor} of ${name} stands below what it imports`,
    severity: /** @type {const} */ ('error'),
    from: { path: at([floor]) },
    to: { path: at(floors.slice(index + 1)) },
  }));
  const unranked = {
    name: 'a folder has no floor: add it to checks/architecture/check.js',
    severity: /** @type {const} */ ('error'),
    from: {},
    to: { path: `^${sources}/`, pathNot: at(floors) },
  };
  return [...rising, unranked];
}

/** @type {Rule} */
const circular = { name: 'files import one another in a circle', severity: 'error', from: {}, to: { circular: true } };

export const title = 'Architecture';
export const seconds = 10;

export async function faults() {
  const { output } = await cruise(['packages'], {
    baseDir: ROOT,
    includeOnly: '^packages/[^/]+/src/',
    tsPreCompilationDeps: true,
    ruleSet: {
      forbidden: [
        ...Object.entries(FLOORS).flatMap(([name, floors]) => rulesFor(name, floors.trim().split(/\s+/))),
        circular,
      ],
    },
    validate: true,
  });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser has reported in a format of its own');
  const { violations, totalCruised } = output.summary;
  if (totalCruised === 0) return ['there are no files'];
  // One import that goes up may close hundreds of circles: what goes up is shown first.
  const rises = violations.filter(({ rule }) => rule.name !== circular.name);
  const worst = [...rises, ...violations.filter(({ rule }) => rule.name === circular.name)];
  return worst.slice(0, SHOWN).map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`);
}
