import type { ContentBlock, ResourceContents } from '@cuecard/core';
import { normalizeFences } from '../contract/manifest/rendered-examples.js';
import type { Result } from './texts.js';

/**
 * Prints a result in readable form: text under its role, with the boundaries of fences numbered, and any other content
 * on one line. For images and audio, prints the number of bytes.
 */
export function formatResult(result: Result): string {
  const stable = normalizeFences(result);
  const { head, parts } = splitResult(stable);
  return [...formatFacts(head), ...parts].join('\n\n');
}

interface PrintedResult {
  /** The properties of the result other than its content. */
  readonly head: object;
  readonly parts: readonly string[];
}

function splitResult(result: Result): PrintedResult {
  if ('messages' in result) {
    const { messages, ...head } = result;
    return { head, parts: messages.map(({ role, content }) => formatSection(role, formatBlock(content))) };
  }
  if ('contents' in result) {
    const { contents, ...head } = result;
    return { head, parts: contents.map(contentsAt) };
  }
  const { content, ...head } = result;
  return { head, parts: content.map(formatBlock) };
}

function formatFacts(head: object): string[] {
  const facts = Object.entries(head).filter(([, value]) => value !== undefined);
  return facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${formatValue(value)}`).join('\n')];
}

function formatSection(title: string, text: string): string {
  return `${title}:\n${text.replaceAll(/^(?=.)/gm, '  ')}`;
}

function formatBlock(content: ContentBlock): string {
  switch (content.type) {
    case 'text': {
      const { type: _, text, ...rest } = content;
      return text + formatNotes(rest);
    }
    case 'image':
    case 'audio': {
      const { type, data, mimeType, ...rest } = content;
      return `[${type} ${mimeType}, ${formatSize(data)}]${formatNotes(rest)}`;
    }
    case 'resource_link': {
      const { type: _, uri, ...rest } = content;
      return `[link ${uri}]${formatNotes(rest)}`;
    }
    case 'resource': {
      const { type: _, resource, ...rest } = content;
      return contentsAt(resource) + formatNotes(rest);
    }
  }
}

function contentsAt(contents: ResourceContents): string {
  if ('text' in contents) {
    const { uri, text, ...rest } = contents;
    return formatSection(`[resource ${uri}]${formatNotes(rest)}`, text);
  }
  const { uri, blob, ...rest } = contents;
  return `[resource ${uri}, ${formatSize(blob)}]${formatNotes(rest)}`;
}

function formatNotes(rest: object): string {
  return Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formatSize(base64: string): string {
  return `${Buffer.from(base64, 'base64').length} bytes`;
}
