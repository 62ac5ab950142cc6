import type { Command } from 'commander';
import type { CommonOptions } from '../session/session.js';
import type { ShellWordsOptions } from '../shell-completion/shell-words.js';
import { choosing } from './choices.js';
import { command } from './command.js';

const INSTALL = `
bash        source <(cuecard shell-completion bash)            in ~/.bashrc
zsh         source <(cuecard shell-completion zsh)             in ~/.zshrc
fish        cuecard shell-completion fish | source             in config.fish
powershell  cuecard shell-completion powershell | Out-String | Invoke-Expression
                                                               in $PROFILE`;

export function shellCompletion(): Command {
  const made = command<CommonOptions>(
    'shell-completion <shell>',
    'Print the script with which a shell completes commands',
    async () => {
      const { runShellCompletion } = await import('../shell-completion/shell-words.js');
      return runShellCompletion;
    },
  );
  return choosing(made, ['bash', 'zsh', 'fish', 'powershell']).addHelpText('after', INSTALL);
}

/** What the scripts ask; people do not see it. */
export function shellWords(program: Command): Command {
  return command<ShellWordsOptions>('shell-words', 'List what could follow the words after --', async () => {
    const { shellWords: runShellWords } = await import('../shell-completion/shell-words.js');
    return runShellWords(program);
  }).option('--typed <word>', 'the word to complete, as far as it has been typed');
}
