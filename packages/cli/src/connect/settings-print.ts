import { relative, sep } from 'node:path';
import { styled } from '../terminal/terminal.js';
import { callOf, commandText } from './client-program.js';
import type { Plan } from './plan.js';

/** The folders that shown paths start from. */
export interface Reader {
  readonly folder: string;
  readonly home: string;
}

/** The settings, in the language of the client's file. */
export function settingsText({ client, path, entry }: Plan): string {
  if (client.language === 'toml') return tomlText(path, entry);
  return JSON.stringify(
    path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry),
    undefined,
    2,
  );
}

/** The client's command that adds the server, or the settings for its file. */
export function additionText(plan: Plan): string {
  const call = callOf(plan, false);
  return indent(call === undefined ? settingsText(plan) : commandText(call));
}

/** Describes how to add the server to a client. */
export function planText(plan: Plan, reader: Reader): string {
  const { client, file } = plan;
  const head = `${styled('bold', client.title)} ${styled('dim', `(${client.id})`)} ${shortPath(file, reader)}`;
  return `${head}\n${additionText(plan)}`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** The path of a file from the current folder or from home. */
export function shortPath(path: string, { folder, home }: Reader): string {
  const [near, far] = [relative(folder, path), relative(home, path)];
  if (!near.startsWith('..') && !near.startsWith(sep)) return near;
  return far.startsWith('..') ? path : `~${sep}${far}`;
}

/** Strings of JSON are strings of TOML, too. */
function tomlText(path: readonly string[], entry: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${path.join('.')}]`, ...values].join('\n');
}
