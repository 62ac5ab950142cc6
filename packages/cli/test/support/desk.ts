/** The files of a small project whose prompts are found in a folder. */
export const DESK: Readonly<Record<string, string>> = {
  'cuecard.config.ts': `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';

export default defineConfig(async ({ loadDefinitions, logger }) => ({
  name: 'desk',
  version: '1.0.0',
  runtime: new Runtime({ prompts: await loadDefinitions('src/prompts'), resolver: fromContainer(container), logger }),
}));
`,
  'src/counter.ts': `import { singleton } from 'tsyringe';

@singleton()
export class Counter {
  #count = 0;
  next(): number {
    return (this.#count += 1);
  }
}
`,
  'src/wording.ts': `export const greeting = () => 'Hello';
`,
};

/** A prompt that counts how often its service is asked. */
export function greeting(name: string, { text = 'Hi', description = 'Greets' } = {}): string {
  const type = name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  return `import { Arg, Prompt, type PromptHandler } from '@cuecard/core';
import { Counter } from '../counter.js';
import { greeting } from '../wording.js';

export class ${type}Args {
  @Arg({ description: 'Whom to greet' })
  who = 'you';
}

@Prompt({ name: '${name}', description: '${description}', args: ${type}Args })
export class ${type} implements PromptHandler<${type}Args> {
  constructor(private readonly counter: Counter) {}

  render({ who }: ${type}Args) {
    return \`${text} \${who} (\${greeting()} \${this.counter.next()})\`;
  }
}
`;
}
