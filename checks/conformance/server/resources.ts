import { Arg, Resource, type ResourceHandler } from '@cuecard/core';
import { RED_PIXEL } from './media.js';

// The URIs and what must be behind them are the conformance suite's.

@Resource({ uri: 'test://static-text', mimeType: 'text/plain', description: 'A text that stays as it is' })
export class StaticTextResource implements ResourceHandler {
  read = () => 'This is the content of the static text resource.';
}

@Resource({ uri: 'test://static-binary', mimeType: 'image/png', description: 'An image that stays as it is' })
export class StaticBinaryResource implements ResourceHandler {
  read = () => Buffer.from(RED_PIXEL, 'base64');
}

@Resource({
  uri: 'test://watched-resource',
  mimeType: 'text/plain',
  description: 'The time, which changes every second',
})
export class WatchedResource implements ResourceHandler {
  read = () => `It is ${new Date().toISOString()}.`;

  watch(_: object, changed: () => void) {
    const timer = setInterval(changed, 1_000);
    return () => clearInterval(timer);
  }
}

class DataArgs {
  @Arg({ description: 'The id of the data' })
  id!: string;
}

@Resource({ uri: 'test://template/{id}/data', name: 'data', description: 'The data of an id', args: DataArgs })
export class DataResource implements ResourceHandler<DataArgs> {
  read = ({ id }: DataArgs) => ({ id, templateTest: true, data: `Data for ID: ${id}` });
}
