import 'reflect-metadata';
import { sharedLabels } from './labels.js';
import { serve } from './service.js';

const [, , name = 'front', port = '8081'] = process.argv;
const { HOST: host = '127.0.0.1', REDIS_URL: redis = 'redis://127.0.0.1:6390' } = process.env;
const [stateKeys, allowedHosts] = [wordsOf('STATE_KEYS'), wordsOf('ALLOWED_HOSTS')];
const labels = await sharedLabels(redis);
const server = await serve(name, labels, { host, port: Number(port), allowedHosts, stateKeys });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void server.close().then(() => labels.close());
  });

/** The words of a variable of the environment. */
function wordsOf(variable: string): readonly string[] {
  return (process.env[variable] ?? '').split(' ').filter((word) => word !== '');
}
