import { ROOT } from '../lib.js';
import { STRICT } from './patterns.js';
import { countByPattern, findHits, MAX_HITS } from './words.js';

// Checks how easily the repository reads. The number of hits of the patterns of patterns.js may only fall; those of STRICT
// may have none. `prose:PATTERN` prints the hits of one pattern.

export const title = 'Prose';
export const seconds = 6;
export const hasParts = true;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const all = findHits(ROOT);
  const shown = (/** @type {import('./words.js').Hit} */ { file, line, text }) => `${file}:${line}: ${text}`;
  for (const hit of all) if (rig.parts([{ title: hit.id }]).length > 0 && rig.part === hit.id) console.log(shown(hit));
  const strict = all.filter(({ id }) => id in STRICT);
  const hits = all.filter(({ id }) => !(id in STRICT));
  return [...strict.map((hit) => `${shown(hit)}: ${STRICT[hit.id]?.hint}`), ...hitFaults(hits)];
}

/** @param {ReturnType<typeof findHits>} hits */
function hitFaults(hits) {
  console.log(`${hits.length} hits of the wording patterns, at most ${MAX_HITS} are allowed`);
  if (hits.length < MAX_HITS) console.log(`Lower MAX_HITS in checks/prose/words.js to ${hits.length}`);
  if (hits.length <= MAX_HITS) return [];
  const counts = countByPattern(hits).map(({ id, count, hint }) => `${String(count).padStart(6)} ${id}: ${hint}`);
  const remedy = 'Print the hits of a pattern: npx -y pnpm@10 checks prose:PATTERN';
  return [`${hits.length} hits are too many\n${counts.join('\n')}\n${remedy}`];
}
