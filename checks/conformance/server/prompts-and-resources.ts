import {
  Arg,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Resource,
  type ResourceHandler,
  user,
} from '@cuecard/core';

// The names, the URIs, the arguments and what the answers must hold are the conformance suite's.

/** A red pixel as a PNG, in base64. */
export const RED_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A WAV file without samples, in base64. */
export const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

@Prompt({ name: 'test_simple_prompt', description: 'Takes nothing and answers one message' })
export class SimplePrompt implements PromptHandler {
  render = () => 'This is a simple prompt for testing.';
}

class TwoArgs {
  @Arg({ description: 'The first argument', complete: ['paris', 'park', 'party'] })
  arg1!: string;

  @Arg({ description: 'The second argument' })
  arg2!: string;
}

@Prompt({ name: 'test_prompt_with_arguments', description: 'Answers with both of its arguments', args: TwoArgs })
export class PromptWithArguments implements PromptHandler<TwoArgs> {
  render = ({ arg1, arg2 }: TwoArgs) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
}

class ResourceArgs {
  @Arg({ description: 'The URI of the resource to embed' })
  resourceUri!: string;
}

@Prompt({
  name: 'test_prompt_with_embedded_resource',
  description: 'Answers with an embedded resource and a question about it',
  args: ResourceArgs,
})
export class PromptWithEmbeddedResource implements PromptHandler<ResourceArgs> {
  render = ({ resourceUri }: ResourceArgs) => [
    user({
      type: 'resource',
      resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
    }),
    'Please process the embedded resource above.',
  ];
}

@Prompt({ name: 'test_prompt_with_image', description: 'Answers with an image and a question about it' })
export class PromptWithImage implements PromptHandler {
  render = () => [user({ type: 'image', data: RED_PIXEL, mimeType: 'image/png' }), 'Please analyse the image above.'];
}

class UserContext {
  @Arg({ description: 'What the prompt should know of the person' })
  context!: string;
}

@Prompt({ name: 'test_input_required_result_prompt', description: 'Asks the person at the client before it answers' })
export class PromptThatAsks implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const { context: given } = await context.ask(UserContext, 'What should the prompt know of you?');
    return `Prompt with what the person said: ${given}`;
  }
}

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
