import type { OptionsOf } from '../commands.js';
import type { Session, Run } from '../session/session.js';
import { askChoice, askText } from '../asking/questions.js';
import { KINDS } from './definition-name.js';
import { newDefinition } from './new-definition.js';
import { newProject } from './new-project.js';
import { usage } from '../outcome/problem.js';

const WHAT = ['project', ...KINDS] as const;

type What = (typeof WHAT)[number];

/** `cuecard new`. Asks for what is missing where someone can answer. */
export const runNew: Run<OptionsOf<'new'>> = async (session, options, given?: What, name?: string) => {
  const canAsk = session.terminal.isInteractive && options.json !== true;
  if (!canAsk) refuseMissing(given, name);
  const what = given ?? (await askWhat(session));
  const called = name ?? (await askName(session, what));
  if (what === 'project') return newProject(session, called, options);
  return newDefinition(session, { kind: what, name: called, options });
};

function refuseMissing(what: string | undefined, name: string | undefined): void {
  const missing = [
    ...(what === undefined ? [`what is new (${WHAT.join(', ')})`] : []),
    ...(name === undefined ? [what === 'project' ? 'the folder' : 'the name'] : []),
  ];
  if (missing.length === 0) return;
  const example = what === undefined || what === 'project' ? 'project my-server' : `${what} release-notes`;
  throw usage(
    'arguments-missing',
    `The command line lacks ${missing.join(' and ')}`,
    `Write it like this: cuecard new ${example}`,
  );
}

function askWhat(session: Session): Promise<What> {
  const choices = WHAT.map((value) => ({ name: `a ${value}`, value }));
  return askChoice(session, 'What is new?', choices);
}

function askName(session: Session, what: What): Promise<string> {
  const message = what === 'project' ? 'In which folder?' : `What is the ${what} called?`;
  return askText(session, message, (text) => text.trim() !== '' || 'It needs a name');
}
