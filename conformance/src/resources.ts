import { type ListOptions, type ResourceContents, NotFoundError, ResourceReader } from '@cuecard/core';
import { RED_PIXEL } from './pixel.js';

// The URIs and what must be behind them are the conformance suite's.

const WATCHED = 'test://watched-resource';
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

const LISTED = new Map<string, (uri: string) => ResourceContents>([
  ['test://static-binary', (uri) => ({ uri, mimeType: 'image/png', blob: RED_PIXEL })],
  ['test://static-text', (uri) => textAt(uri, 'This is the content of the static text resource.')],
  [WATCHED, (uri) => textAt(uri, `It is ${new Date().toISOString()}.`)],
]);

/** Two resources that stay as they are, one that changes every second, and one for each id. */
export class TestResources extends ResourceReader {
  override async read(uri: string): Promise<ResourceContents> {
    const contents = LISTED.get(uri)?.(uri) ?? fromTemplate(uri);
    if (contents === undefined) throw new NotFoundError('resource', uri);
    return contents;
  }

  override async *list({ under = '', after = '' }: ListOptions = {}) {
    for (const uri of LISTED.keys()) if (uri.startsWith(under) && uri > after) yield this.describe(uri);
  }

  override get templates() {
    const description = 'The data of an id';
    return [{ uriTemplate: 'test://template/{id}/data', name: 'data', description, mimeType: 'application/json' }];
  }

  override async watch(uri: string, changed: () => void): Promise<() => void> {
    await this.read(uri);
    if (uri !== WATCHED) return () => {};
    const timer = setInterval(changed, 1_000);
    return () => clearInterval(timer);
  }
}

function textAt(uri: string, text: string): ResourceContents {
  return { uri, mimeType: 'text/plain', text };
}

function fromTemplate(uri: string): ResourceContents | undefined {
  const id = TEMPLATE.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: 'application/json', text };
}
