import 'reflect-metadata';
import { createClient } from '@redis/client';
import { sharedUpdates } from './guest-book.js';
import { sharedLabels } from './labels.js';
import { serve } from './service.js';

const [, , name = 'front', port = '8081'] = process.argv;
const { HOST: host = '127.0.0.1', REDIS_URL: redis = 'redis://127.0.0.1:6390' } = process.env;
const [stateKeys, allowedHosts] = [wordsOf('STATE_KEYS'), wordsOf('ALLOWED_HOSTS')];
const client = await createClient({ url: redis })
  .on('error', () => {}) // It connects again by itself.
  .connect();
const guests = {
  add: (guest: string) => client.rPush('guests', guest),
  all: () => client.lRange('guests', 0, -1),
};
const shared = { labels: await sharedLabels(redis), updates: sharedUpdates(client), guests };
const server = await serve(name, shared, { host, port: Number(port), allowedHosts, stateKeys });
let ending: Promise<unknown> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (ending ??= end()));

async function end(): Promise<void> {
  await server.close();
  await Promise.all([shared.labels.close(), shared.updates.close(), client.close()]);
}

/** The words of a variable of the environment. */
function wordsOf(variable: string): readonly string[] {
  return (process.env[variable] ?? '').split(' ').filter((word) => word !== '');
}
