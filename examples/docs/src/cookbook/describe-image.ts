import { Arg, image, Prompt, type PromptHandler, RequestError, user } from '@cuecard/core';

export class DescribeImageArgs {
  @Arg({ description: 'The image, a PNG or JPEG in base64' })
  picture!: Uint8Array;
}

@Prompt({ description: 'Writes a description of an image for people who cannot see it', args: DescribeImageArgs })
export class DescribeImage implements PromptHandler<DescribeImageArgs> {
  async render({ picture }: DescribeImageArgs) {
    const shown = await image(picture, { maxBytes: 1024 * 1024 }).catch((cause: unknown) => {
      throw new RequestError('picture is no image: send a PNG or JPEG of at most 1 MiB', { code: -32602, cause });
    });
    return user`Describe this image in one sentence, for people who cannot see it.\n${shown}`;
  }
}
