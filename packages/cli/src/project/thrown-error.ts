import { existsSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, types } from 'node:util';
import { pathFrom } from '../files.js';
import { codeFrame } from '../outcome/code-frame.js';
import { placeText } from '../outcome/problem.js';
import type { ThrownError } from '../playground/options.js';
import { styled } from '../terminal/terminal.js';
import { packageOf } from './project-folder.js';

/**
 * Describes an error for the developer of a project. Its message may contain arguments, so no one else may read it.
 * @param folder the folder that paths are relative to
 */
export function thrownError(error: unknown, folder: string): ThrownError {
  return describe(error, folder, new Set());
}

/** @param seen the errors that have been described: an error may be its own cause */
function describe(error: unknown, folder: string, seen: Set<unknown>): ThrownError {
  if (!isError(error)) return { message: inspect(error), stack: [] };
  seen.add(error);
  const lines = (error.stack ?? '').split('\n');
  const start = lines.findIndex((line) => FRAME.test(line));
  const frames = start === -1 ? [] : lines.slice(start).map((line) => frameOf(line, folder));
  const own = frames.find(({ owner }) => owner === undefined);
  const message = start === -1 ? String(error) : lines.slice(0, start).join('\n');
  const others = causesOf(error).filter((cause) => !seen.has(cause));
  const causes = others.map((cause) => describe(cause, folder, seen));
  return { message, ...own?.spot, stack: foldFrames(frames), ...(causes.length > 0 && { causes }) };
}

export function thrownText({ message, where, frame, stack, causes = [] }: ThrownError): string {
  const place = where === undefined ? [] : [styled('cyan', placeText(where))];
  const parts = [
    message,
    ...place,
    ...(frame === undefined ? [] : [frame]),
    ...stack.map((line) => styled('dim', line)),
  ];
  return [...parts, ...causes.map((cause) => `Caused by ${thrownText(cause)}`)].join('\n');
}

/** Errors may come from another realm, such as a `vm` context. */
export function isError(error: unknown): error is Error {
  return types.isNativeError(error) || error instanceof Error;
}

function causesOf(error: Error): readonly unknown[] {
  const { cause, errors = [] } = error as { readonly cause?: unknown; readonly errors?: readonly unknown[] };
  return cause === undefined ? errors : [cause, ...errors];
}

/** A line of a stack: `at Review.render (file:///desk/src/review.ts:12:3)`. */
const FRAME = /^ +at /;
const PLACE = /(?:\((.*)|at (?:async )?([^(]*)):(\d+):(\d+)\)?$/;

interface Frame {
  readonly text: string;
  /** The package that the code belongs to; `undefined` for code of the project. */
  readonly owner?: string | undefined;
  readonly spot?: Pick<ThrownError, 'where' | 'frame'>;
}

function frameOf(line: string, folder: string): Frame {
  const [, inParentheses, alone, row, column] = PLACE.exec(line) ?? [];
  const url = inParentheses ?? alone;
  if (url === undefined || !/^(?:file:|\/|[A-Za-z]:\\)/.test(url)) return { text: line, owner: 'Node' };
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const owner = ownerOf(file, folder);
  if (owner !== undefined) return { text: line, owner };
  const position = { line: Number(row), column: Number(column) };
  const path = pathFrom(folder, file);
  const frame = existsSync(file) ? { frame: codeFrame(readFileSync(file, 'utf8'), position) } : {};
  return { text: line.replace(url, path), spot: { where: { path, ...position }, ...frame } };
}

/** TypeScript outside of `node_modules` belongs to the project, including that of a linked package. */
function ownerOf(file: string, folder: string): string | undefined {
  const [, installed] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  if (installed !== undefined) return installed.replace('\\', '/');
  const isOwn = /\.[cm]?tsx?$/.test(file) || file.startsWith(folder + sep);
  return isOwn ? undefined : (packageOf(dirname(file))?.name ?? 'other code');
}

/** The lines of a stack. Frames of packages and of Node are counted, because the developer cannot change them. */
function foldFrames(frames: readonly Frame[]): string[] {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && (last[0].owner === undefined) === (frame.owner === undefined)) last.push(frame);
    else groups.push([frame]);
  }
  return groups.flatMap((group) => {
    const owners = new Set(group.flatMap(({ owner }) => owner ?? []));
    if (owners.size === 0) return group.map(({ text }) => text);
    return [`    … ${group.length} frame${group.length === 1 ? '' : 's'} of ${[...owners].join(', ')}`];
  });
}
