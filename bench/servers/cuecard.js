// Cuecard, as its documentation shows.
import { Runtime } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { classesOf } from '../definitions/classes.js';
import { identity } from '../definitions/review.js';

const runtimeOf = ({ kind, count }) => new Runtime({ [kind]: classesOf(kind, count) });

export async function http(definitions) {
  const { url } = await serveHttp(runtimeOf(definitions), { ...identity, port: 0 });
  return Number(new URL(url).port);
}

export async function stdio(definitions) {
  await serveStdio(runtimeOf(definitions), identity);
}
