import { Problem } from '../outcome/problem.js';
import type { Run } from '../commands/command.js';
import type { DevOptions } from '../commands/dev.js';

export const runDev: Run<DevOptions> = async () => {
  throw new Problem({ code: 'not-yet', summary: 'dev is being written' });
};
