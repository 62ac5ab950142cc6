import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { ReleaseNotesPrompt } from './release-notes.js';

class BrokenArgs {
  @Arg()
  count!: number | 'all'; // A union is lost when the program runs.
}

@Prompt({ args: BrokenArgs })
class BrokenPrompt implements PromptHandler<BrokenArgs> {
  render = () => '';
}

/** Serves what is well, and says what is not. */
export function serveTheRest(): Runtime {
  return new Runtime({ prompts: [ReleaseNotesPrompt, BrokenPrompt], onFault: 'isolate' });
}
