// Cuecard on either SDK, as its documentation shows.
import { createServer } from 'node:http';
import { Runtime } from '@cuecard/core';
import { promptClass } from '../prompts/class.js';
import { identity, numbers } from '../prompts/prompt.js';
import { listening } from './listening.js';

const ADAPTERS = { v1: () => import('@cuecard/mcp-sdk'), v2: () => import('@cuecard/mcp-server') };

const runtime = (count) => new Runtime({ prompts: numbers(count).map((index) => promptClass(index)) });

export async function http(count, { sdk, mounted, ...options }) {
  const { createHandler, serveHttp } = await ADAPTERS[sdk]();
  if (mounted !== undefined) return listening(createServer(mounted(createHandler(runtime(count), identity))));
  const { url } = await serveHttp(runtime(count), { ...identity, port: 0, ...options });
  return Number(new URL(url).port);
}

export async function stdio(count, { sdk }) {
  const { serveStdio } = await ADAPTERS[sdk]();
  await serveStdio(runtime(count), identity);
}
