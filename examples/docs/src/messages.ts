import { join } from 'node:path';
import {
  Arg,
  assistant,
  audio,
  Complete,
  type CompletionContext,
  defineResource,
  fewShot,
  image,
  link,
  Prompt,
  type PromptHandler,
  type RequestContext,
  ResourceReader,
  Runtime,
  untrusted,
  user,
} from '@cuecard/core';
import { FileResources, GitResources, HttpResources, MemoryResources, ResourcesByScheme } from '@cuecard/resources';
import { fromContainer } from '@cuecard/tsyringe';
import { IsIn } from 'class-validator';
import type { DependencyContainer } from 'tsyringe';

export class TriageArgs {
  @Arg({ description: 'The report, as the user wrote it' })
  report!: string;

  @Arg({ description: 'How to answer' })
  @IsIn(['short', 'detailed'])
  style = 'short';
}

@Prompt({ description: 'Asks how urgent a bug report is', args: TriageArgs })
export class Triage implements PromptHandler<TriageArgs> {
  render({ report, style }: TriageArgs) {
    return [
      user`
        You sort bug reports into urgent, normal and minor. Give a ${style} answer:

          1. the class
          2. the reason
      `,
      fewShot([
        { user: 'The login page is white for everybody.', assistant: 'urgent: nobody can work' },
        { user: 'The footer says 2025.', assistant: 'minor: cosmetic' },
      ]),
      user`This is the report: ${untrusted(report)}`,
      assistant('The class is '),
    ];
  }
}

@Prompt({ description: 'Asks what is wrong on a screenshot, beside what the user said about it' })
export class Screenshot implements PromptHandler {
  constructor(private readonly resources: ResourceReader) {}

  async render(_args: object, context: RequestContext) {
    const screenshot = await image(new URL('../assets/screen.png', import.meta.url), {
      annotations: { audience: ['user', 'assistant'], priority: 1 },
    });
    const recording = await audio({ path: join(import.meta.dirname, '../assets/beep.wav') });
    return [
      user`
        What is wrong on this screenshot?
        ${screenshot}
        This is what it sounds like: ${recording}
        The page is made by this template: ${await this.resources.embed('memo:///template', context)}
      `,
      user(link({ uri: 'https://example.com/design', name: 'design', title: 'How it should look' })),
    ];
  }
}

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

export const terms = defineResource({
  name: 'terms',
  uri: 'shop://orders/terms',
  title: 'Terms of delivery',
  description: 'When we deliver, and what it costs',
  mimeType: 'text/markdown',
  read: () => '# Terms\n\nWithin three days.',
});

export const memos = new MemoryResources([
  { uri: 'memo:///template', name: 'template', mimeType: 'text/html', text: '<main>Hello {{name}}</main>' },
]);

export const resources = new ResourcesByScheme({
  asset: new FileResources({ roots: [join(import.meta.dirname, '../assets')], as: 'asset://' }),
  git: new GitResources({ repository: join(import.meta.dirname, '../../..') }),
  https: new HttpResources({ origins: ['https://docs.example.com'] }),
  memo: memos,
});

export function runtimeOf(container: DependencyContainer): Runtime {
  return new Runtime({
    prompts: [Triage, Screenshot, LookAt],
    resolver: fromContainer(container),
    resources: [terms, resources],
    interpolation: 'strict',
    clients: { 'chat-without-files': { drops: ['resource', 'resource_link'] } },
    limits: { messages: 20, answerBytes: 1_000_000 },
  });
}
