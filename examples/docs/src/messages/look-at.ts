import {
  Arg,
  Complete,
  type CompletionContext,
  image,
  Prompt,
  type RequestContext,
  type PromptHandler,
  ResourceReader,
  user,
} from '@cuecard/core';

export class LookAtArgs {
  @Arg({ description: 'The path of the picture' })
  path!: string;
}

@Prompt({ description: 'Asks what is on a picture', args: LookAtArgs })
export class LookAt implements PromptHandler<LookAtArgs> {
  constructor(private readonly resources: ResourceReader) {}

  async render({ path }: LookAtArgs, context: RequestContext) {
    const picture = await this.resources.read(path, context);
    if (!('blob' in picture)) return 'Say that there is no picture, but a text.';
    return user`
      What is on this picture?
      ${await image(picture)}
      The same, to look at it again: ${await this.resources.link(path, context)}
    `;
  }

  @Complete('path')
  paths(typed: string, context: CompletionContext<LookAtArgs>) {
    return this.resources.complete(typed, context);
  }
}
