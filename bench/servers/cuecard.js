// Cuecard, as its documentation shows.
import { createServer } from 'node:http';
import { Runtime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/server';
import { classesOf } from '../definitions/classes.js';
import { identity } from '../definitions/review.js';
import { listening } from './listening.js';

const runtime = ({ kind, count }) => new Runtime({ [kind]: classesOf(kind, count) });

export async function http(has, { mounted } = {}) {
  if (mounted !== undefined) return listening(createServer(mounted(createHandler(runtime(has), identity))));
  const { url } = await serveHttp(runtime(has), { ...identity, port: 0 });
  return Number(new URL(url).port);
}

export async function stdio(has) {
  await serveStdio(runtime(has), identity);
}
