import 'reflect-metadata';
import { start } from './server.js';

const app = await start(Number(process.env['PORT'] ?? 3000));
console.log(`The library is at ${await app.getUrl()}/mcp`);
