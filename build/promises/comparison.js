/**
 * @typedef FilePromises the branches of a source file, and those that no test runs
 * @property {string} source a hash of its text
 * @property {number} branches
 * @property {string[]} uncovered
 */

/** @typedef {Record<string, FilePromises>} Promises by the path of the source file */

/**
 * @typedef Comparison
 * @property {string[]} lost branches of unchanged files that were covered, and no longer are
 * @property {string[]} gained branches of unchanged files that are covered now
 * @property {string[]} changed files whose branches cannot be compared, because their source has changed
 * @property {string[]} removed files
 */

/**
 * Compares what tests run now with what they ran before. Only files whose source has not changed can be compared.
 * @param {Promises} before
 * @param {Promises} now
 * @returns {Comparison}
 */
export function compare(before, now) {
  const files = Object.entries(before);
  const same = files.filter(([file, { source }]) => now[file]?.source === source);
  return {
    lost: same.flatMap(([file, { uncovered }]) => added(file, uncovered, now[file]?.uncovered ?? [])),
    gained: same.flatMap(([file, { uncovered }]) => added(file, now[file]?.uncovered ?? [], uncovered)),
    changed: files.filter(([file, { source }]) => file in now && now[file]?.source !== source).map(describe),
    removed: files.filter(([file]) => !(file in now)).map(describe),
  };
}

/**
 * @param {string} file
 * @param {string[]} former
 * @param {string[]} latter
 */
function added(file, former, latter) {
  const known = new Set(former);
  return latter.filter((place) => !known.has(place)).map((place) => `${file}:${place}`);
}

/** @param {[string, FilePromises]} entry */
function describe([file, { branches, uncovered }]) {
  return `${file}: ${branches - uncovered.length} of ${branches} branches were covered`;
}
