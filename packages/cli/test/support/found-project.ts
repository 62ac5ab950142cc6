import { ProjectFolder } from './project-folder.ts';

const CONFIG = `import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';

export default defineConfig(async ({ loadDefinitions, logger }) => ({
  name: 'desk',
  version: '1.0.0',
  runtime: new Runtime({ prompts: await loadDefinitions('src'), logger }),
  ...CHECK,
}));
`;

const HEAD = `import { Arg, Complete, defineTool, definePrompt, Field, Prompt, type PromptHandler, RequestError, Resource, type ResourceHandler, Tool, type ToolHandler, trusted, untrusted, user } from '@cuecard/core';
import { IsInt, IsIn, IsOptional } from 'class-validator';
`;

/** The number of lines that every file begins with. */
export const HEAD_LINES = HEAD.split('\n').length - 1;

/** A project whose definitions are found in its files; each gets the imports that it may need. */
export function foundProject(sources: Readonly<Record<string, string>>, check: object = {}): ProjectFolder {
  const files = Object.entries(sources).map(([name, text]) => [`src/${name}`, HEAD + text] as const);
  return new ProjectFolder({
    'cuecard.config.ts': CONFIG.replace('...CHECK', `check: ${JSON.stringify(check)}`),
    ...Object.fromEntries(files),
  });
}
