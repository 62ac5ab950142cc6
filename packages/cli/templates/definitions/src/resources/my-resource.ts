import { Arg, NotFoundError, Resource, type ResourceHandler } from '@cuecard/core';

export class MyResourceArgs {
  @Arg({ description: 'The id of the text' })
  id!: string;
}

const TEXTS: Readonly<Record<string, string>> = { first: 'This is the first.' };

@Resource({
  uri: 'my-resource://{id}',
  description: 'The text with this id',
  mimeType: 'text/plain',
  args: MyResourceArgs,
})
export class MyResource implements ResourceHandler<MyResourceArgs> {
  read({ id }: MyResourceArgs) {
    const text = TEXTS[id];
    if (text === undefined) throw new NotFoundError('resource', `my-resource://${id}`);
    return text;
  }
}
