// Cuecard on either SDK, as its documentation shows.
import { createServer } from 'node:http';
import { Runtime } from '@cuecard/core';
import { classesOf } from '../definitions/classes.js';
import { identity } from '../definitions/review.js';
import { ADAPTERS } from './adapters.js';
import { listening } from './listening.js';

const runtime = ({ kind, count }) => new Runtime({ [kind]: classesOf(kind, count) });

export async function http(has, { sdk, mounted, ...options }) {
  const { createHandler, serveHttp } = await ADAPTERS[sdk]();
  if (mounted !== undefined) return listening(createServer(mounted(createHandler(runtime(has), identity))));
  const { url } = await serveHttp(runtime(has), { ...identity, port: 0, ...options });
  return Number(new URL(url).port);
}

export async function stdio(has, { sdk }) {
  const { serveStdio } = await ADAPTERS[sdk]();
  await serveStdio(runtime(has), identity);
}
