// Reads URLs in a process of its own, and sends the contents or the error. A process trusts a certificate only from its
// start, and undici sets the dispatcher of `fetch` only once per process.
import { HttpResources } from '@cuecard/resources';

process.on('message', async ({ uri, origins }) => {
  const resources = new HttpResources({ origins: origins.map((origin) => ({ origin, privateAddresses: true })) });
  try {
    process.send({ outcome: await resources.read(uri), isFetchChanged: await isFetchChanged() });
  } catch (error) {
    process.send({ outcome: `${error.name}: ${error.cause}`, isFetchChanged: await isFetchChanged() });
  }
});

/** Whether `fetch` uses the undici that HttpResources has loaded. */
async function isFetchChanged() {
  const dispatcher = globalThis[Symbol.for('undici.globalDispatcher.1')];
  const { Agent } = await import('undici');
  return dispatcher instanceof Agent;
}
