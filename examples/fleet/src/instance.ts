import 'reflect-metadata';
import { sharedLabels } from './labels.js';
import { serve } from './service.js';

const [, , name = 'front', port = '8081', redis = 'redis://127.0.0.1:6390'] = process.argv;
const stateKeys = (process.env['STATE_KEYS'] ?? '').split(' ');
const labels = await sharedLabels(redis);
const server = await serve(name, labels, { port: Number(port), stateKeys });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void server.close().then(() => labels.close());
  });
