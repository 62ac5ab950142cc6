import type { OptionsOf } from '../commands.js';
import type { Session, Run } from '../session/session.js';
import { askChoice, askText } from '../asking/questions.js';
import { KINDS } from './definition-name.js';
import { newDefinition } from './new-definition.js';
import { newProject } from './new-project.js';
import { usage } from '../outcome/problem.js';

const SCAFFOLDS = ['project', ...KINDS] as const;

type Scaffold = (typeof SCAFFOLDS)[number];

/** Runs `cuecard new`. In a terminal, prompts for missing arguments. */
export const runNew: Run<OptionsOf<'new'>> = async (session, options, requested?: Scaffold, name?: string) => {
  const canAsk = session.terminal.isInteractive && options.json !== true;
  if (!canAsk) refuseMissing(requested, name);
  const scaffold = requested ?? (await askScaffold(session));
  const called = name ?? (await askName(session, scaffold));
  if (scaffold === 'project') return newProject(session, called, options);
  return newDefinition(session, { kind: scaffold, name: called, options });
};

function refuseMissing(scaffold: string | undefined, name: string | undefined): void {
  const missing = [
    ...(scaffold === undefined ? [`the kind (${SCAFFOLDS.join(', ')})`] : []),
    ...(name === undefined ? [scaffold === 'project' ? 'the folder' : 'the name'] : []),
  ];
  if (missing.length === 0) return;
  const example = scaffold === undefined || scaffold === 'project' ? 'project my-server' : `${scaffold} release-notes`;
  throw usage(
    'arguments-missing',
    `cuecard new needs ${missing.join(' and ')}`,
    `Write, for example, cuecard new ${example}`,
  );
}

function askScaffold(session: Session): Promise<Scaffold> {
  const choices = SCAFFOLDS.map((value) => ({ name: `a ${value}`, value }));
  return askChoice(session, 'What do you want to create?', choices);
}

function askName(session: Session, scaffold: Scaffold): Promise<string> {
  const message = scaffold === 'project' ? 'In which folder?' : `What is the name of the ${scaffold}?`;
  return askText(session, message, (text) => text.trim() !== '' || 'Enter a name');
}
