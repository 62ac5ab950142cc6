import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { ReleaseNotesPrompt } from './release-notes.js';

@Prompt({ description: 'Deletes nothing, but asks for it', asTool: false })
class CleanUpPrompt implements PromptHandler {
  render = () => 'List the files that nobody needs any more.';
}

export const forHosts = new Runtime({
  prompts: [ReleaseNotesPrompt, CleanUpPrompt],
  promptsAsTools: true,
  clients: {
    opencode: false,
    'house-chat': { client: ['house-chat', 'house-chat-beta'], drops: ['audio'], firstMessageOnly: true },
    kiosk: { client: ({ capabilities }) => capabilities?.['elicitation'] === undefined, lacksPrompts: true },
  },
});
