import { relative, sep } from 'node:path';
import { styled } from '../terminal/terminal.js';
import type { Address } from './clients.js';
import type { Plan } from './plan.js';

/** From where a path is read. */
export interface Reader {
  readonly folder: string;
  readonly home: string;
  readonly width: number;
}

/** What belongs into the file of a client, in the language of the file. */
export function settingsText({ client, path, entry }: Plan, width: number): string {
  if (client.language === 'toml') return tomlText(path, entry);
  const whole = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
  return compactJson(whole, width);
}

/** A client with its file, and what belongs there. */
export function planText(plan: Plan, reader: Reader): string {
  const { client, file } = plan;
  const head = `${styled('bold', client.title)} ${styled('dim', `(${client.id})`)} ${shortPath(file, reader)}`;
  return `${head}\n${indented(settingsText(plan, reader.width - 2))}`;
}

/** The commands that get prompts with the MCP inspector. */
export function inspectorText(address: Address): string {
  const target =
    address.transport === 'http'
      ? [address.url, '--transport', 'http']
      : [address.command, ...address.args].map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part)));
  const command = `npx -y @modelcontextprotocol/inspector --cli \\\n  ${target.join(' ')} \\\n `;
  const get = '--method prompts/get --prompt-name NAME --prompt-args KEY=VALUE';
  return indented(`${command} --method prompts/list\n\n${command} ${get}`);
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** A path as its reader would write it: from the current folder, or from home. */
export function shortPath(path: string, { folder, home }: Pick<Reader, 'folder' | 'home'>): string {
  const [near, far] = [relative(folder, path), relative(home, path)];
  if (!near.startsWith('..') && !near.startsWith(sep)) return near;
  return far.startsWith('..') ? path : `~${sep}${far}`;
}

/** Strings of JSON are strings of TOML, too. */
function tomlText(path: readonly string[], entry: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${path.join('.')}]`, ...values].join('\n');
}

/**
 * JSON as people write it: an object or an array that fits into a line stands on one.
 * @param width of a line, with its indentation
 */
function compactJson(value: unknown, width: number): string {
  return linesOf('', value, width, 0);
}

/** @param name the key and the colon that stand before a value, on its line */
function linesOf(name: string, value: unknown, width: number, indent: number): string {
  const line = name + onOneLine(value);
  const isWhole = typeof value !== 'object' || value === null;
  if (isWhole || indent + line.length < width) return line; // A comma may follow.
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((each) => linesOf('', each, width, indent + 2))
    : Object.entries(value).map(([key, each]) => linesOf(`${JSON.stringify(key)}: `, each, width, indent + 2));
  const spaces = ' '.repeat(indent);
  return `${name}${open}\n${members.map((text) => `${spaces}  ${text}`).join(',\n')}\n${spaces}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${onOneLine(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
