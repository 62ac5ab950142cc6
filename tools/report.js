/**
 * Says how a check has gone.
 * @param {string} title
 * @param {readonly string[]} faults
 * @returns {boolean} whether it has gone well
 */
export function report(title, faults) {
  console.log([`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`, ...faults].join('\n  - '));
  return faults.length === 0;
}
