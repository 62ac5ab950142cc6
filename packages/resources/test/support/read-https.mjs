// A process that reads URLs, and tells the contents or the reason why not. Authorities can only be trusted from the start.
import { HttpResources } from '@cuecard/resources';

process.on('message', async ({ uri, origins }) => {
  const resources = new HttpResources({ origins: origins.map((origin) => ({ origin, privateAddresses: true })) });
  try {
    process.send(await resources.read(uri));
  } catch (error) {
    process.send(`${error.name}: ${error.cause}`);
  }
});
