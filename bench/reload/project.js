// A project with many prompts, each in a file of its own, as users write them.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/cli', import.meta.url));

const FILES = {
  'package.json': '{ "name": "many", "type": "module" }',
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "ES2023", "module": "NodeNext", "strict": true, "verbatimModuleSyntax": true,
    "experimentalDecorators": true, "emitDecoratorMetadata": true, "paths": { "@/*": ["./src/*"] }
  }
}`,
  'cuecard.config.ts': `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { defineTool, Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';

/** Returns the bytes on the heap after several garbage collections. */
const heap = defineTool({
  name: 'heap',
  async call() {
    for (let round = 0; round < 4; round += 1) {
      (globalThis as unknown as { gc(): void }).gc();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return String(process.memoryUsage().heapUsed);
  },
});

export default defineConfig(async ({ loadDefinitions, logger }) => {
  const prompts = await loadDefinitions('src/prompts');
  const runtime = new Runtime({ prompts, tools: [heap], resolver: fromContainer(container), logger });
  return { name: 'many', version: '1.0.0', runtime };
});
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
};

/** A class that all prompts inherit from. */
export const rulesText = (edit) => `import { IsInt, Max } from 'class-validator';
import { Arg } from '@cuecard/core';

export class Limited {
  @Arg({ description: 'The maximum number of findings, ${edit}' })
  @IsInt()
  @Max(50)
  limit = 10;
}
`;

export const promptText = (
  index,
  edit,
) => `import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn, IsOptional, MaxLength } from 'class-validator';
import { Counter } from '@/counter.js';
import { Limited } from '../rules.js';

export class Review${index}Args extends Limited {
  @Arg({ description: 'The code to review' })
  @MaxLength(10_000)
  code!: string;

  @Arg({ description: 'Its language' })
  @IsOptional()
  @IsIn(['typescript', 'python', 'go'])
  language?: string;
}

@Prompt({ name: 'review_${index}', description: 'Asks for a review, ${edit}', args: Review${index}Args })
export class Review${index} implements PromptHandler<Review${index}Args> {
  constructor(private readonly counter: Counter) {}

  render({ code, limit }: Review${index}Args) {
    return user\`Review \${this.counter.next()}: at most \${limit} findings in \${untrusted(code)}\`;
  }
}
`;

/** A project in a temporary folder, with the packages that the command line has installed. */
export class Project {
  path = mkdtempSync(join(tmpdir(), 'cuecard-reload-'));

  constructor(count) {
    for (const folder of ['node_modules', 'node_modules/@cuecard']) {
      mkdirSync(join(this.path, folder));
      for (const name of readdirSync(join(CLI, folder)).filter((each) => !/^[.]|^@cuecard$/.test(each)))
        symlinkSync(join(CLI, folder, name), join(this.path, folder, name));
    }
    symlinkSync(CLI, join(this.path, 'node_modules/@cuecard/cli'));
    for (const [name, text] of Object.entries(FILES)) this.write(name, text);
    this.write('src/rules.ts', rulesText(0));
    for (let index = 0; index < count; index += 1) this.write(`src/prompts/review-${index}.ts`, promptText(index, 0));
  }

  write(name, text) {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  remove() {
    rmSync(this.path, { recursive: true });
  }
}
