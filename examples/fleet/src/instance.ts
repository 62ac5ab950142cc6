import 'reflect-metadata';
import { sharedLabels } from './labels.js';
import { serve } from './service.js';

const [, , name = 'front', port = '8081', redis = 'redis://127.0.0.1:6390'] = process.argv;
const labels = await sharedLabels(redis);
const server = await serve(name, labels, Number(port));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void server.close().then(() => labels.close());
  });
