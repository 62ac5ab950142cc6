import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneOfWords } from '../outcome/usage.js';
import { ownFolder } from '../project/own-folder.js';
import type { Run } from '../session/run.js';
import type { CommonOptions } from '../session/session.js';

const EXTENSIONS = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'ps1' } as const;
const SHELLS = Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[];

export const runShellCompletion: Run<CommonOptions> = async (_session, _options, given: string) => {
  const shell = oneOfWords('The shell', given, SHELLS);
  const script = readFileSync(join(ownFolder(), 'shells', `completion.${EXTENSIONS[shell]}`), 'utf8');
  return { data: { shell, script }, text: script };
};
