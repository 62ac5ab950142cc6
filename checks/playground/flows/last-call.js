/**
 * The newest call of a method in the log.
 * @param {import('../visit.js').Visit} visit
 * @param {string} method
 */
export async function lastCall({ page }, method) {
  const calls = await page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('cuecard-token')}`;
    const response = await fetch('/-/calls', { headers: { authorization } });
    return response.json();
  });
  return calls.findLast((/** @type {any} */ call) => call.method === method);
}
