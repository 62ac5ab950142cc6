import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { relative, resolve } from 'node:path';
import type { KindName, LabelSource } from '@cuecard/core';
import type { LabelMove, LabelStore } from '@cuecard/labels';
import { askYesNo } from '../asking/questions.js';
import { accessing } from '../outcome/accessing.js';
import type { Outcome } from '../outcome/envelope.js';
import { Problem } from '../outcome/problem.js';
import { oneOfWords, usage } from '../outcome/usage.js';
import { openProject } from '../project/open-project.js';
import type { Run } from '../session/run.js';
import type { Session } from '../session/session.js';
import { labelProblem } from './label-problem.js';
import { movesText, moveText, placeText, recordsText } from './label-text.js';
import type { LabelsOptions } from './labels-options.js';

interface Asked {
  readonly session: Session;
  readonly store: LabelStore;
  readonly words: readonly string[];
  readonly options: LabelsOptions;
  readonly kind: KindName;
}

const ACTIONS: Readonly<Record<string, (asked: Asked) => Promise<Outcome>>> = {
  list,
  set,
  remove,
  history,
  rollback,
  restore,
};

export const runLabels: Run<LabelsOptions> = async (
  session,
  options,
  what: string | undefined,
  words: readonly string[],
) => {
  const action = oneOfWords('What to do with labels', what ?? 'list', Object.keys(ACTIONS));
  const kind = oneOfWords('--kind', options.kind ?? 'prompt', ['prompt', 'tool', 'resource'] as const);
  const project = await openProject(session, options, 'labels');
  try {
    const store = storeOf(project.runtime.labels);
    await store.ready();
    return await ACTIONS[action]?.({ session, store, words, options, kind });
  } catch (error) {
    throw labelProblem(error);
  } finally {
    await project.close();
  }
};

/** @throws {Problem} `labels-missing` */
function storeOf(labels: LabelSource | undefined): LabelStore {
  const isStore = labels !== undefined && 'set' in labels && 'history' in labels;
  if (isStore) return labels as LabelStore;
  throw new Problem({
    code: 'labels-missing',
    summary: 'The project keeps its labels in the code: there is no store in which they could be moved',
    fix: "Give the runtime one: new Runtime({ labels: fileLabels('labels.json'), … })",
  });
}

async function list({ session, store, words, options: { out } }: Asked): Promise<Outcome> {
  const { epoch, revision, status } = store.state;
  const [name] = words;
  const all = store.list();
  const records = name === undefined ? all : all.filter((record) => record.name === name);
  const trouble = status === 'behind' ? 'has lost moves' : 'cannot be reached';
  if (status !== 'fresh') session.terminal.say(`The store ${trouble}: this is what the file knows.`);
  const data = { epoch, revision, records };
  if (out === undefined) return { data: { ...data, status }, text: recordsText(records) };
  const file = resolve(session.folder, out);
  const path = relative(session.folder, file);
  await accessing(path, () => writeFileSync(file, `${JSON.stringify(data, undefined, 2)}\n`));
  return { data: { ...data, status }, text: `${path} is written: ${records.length} labels, revision ${revision}` };
}

async function set({ session, store, words, options, kind }: Asked): Promise<Outcome> {
  const [label, to] = twoOf(words, 'cuecard labels set production review@2.1.0');
  const [name = ''] = to.split('@');
  const expect = await agreed({ session, store, options, kind }, { label, name, to });
  const { force = false, percent } = options;
  const share = percent === undefined ? {} : { percent: numberOf('--percent', percent) };
  return moved(store.set(label, to, { ...authorOf(options), ...expect, ...share, kind, force }));
}

async function remove({ session, store, words, options, kind }: Asked): Promise<Outcome> {
  const [label, name] = twoOf(words, 'cuecard labels remove production review');
  const expect = await agreed({ session, store, options, kind }, { label, name, to: 'where the code declares it' });
  return moved(store.remove(label, name, { ...authorOf(options), ...expect, kind }));
}

async function history({ store, words, kind }: Asked): Promise<Outcome> {
  const [label, name] = twoOf(words, 'cuecard labels history production review');
  const moves = await store.history(label, name, { kind });
  return { data: moves, text: movesText(moves) };
}

async function rollback({ store, words, options, kind }: Asked): Promise<Outcome> {
  const [label, name] = twoOf(words, 'cuecard labels rollback production review');
  const to = options.to === undefined ? {} : { to: numberOf('--to', options.to) };
  const { force = false } = options;
  return moved(store.rollback(label, name, { ...authorOf(options), ...expectedIn(options), ...to, kind, force }));
}

async function restore({ store }: Asked): Promise<Outcome> {
  await store.allowRestoring();
  const text = 'For 30 seconds, instances give back what they know, and no label moves.';
  return { data: { isAllowed: true }, text };
}

interface Wanted {
  readonly label: string;
  readonly name: string;
  readonly to: string;
}

/** Where the label has to be: as given, or as a question in the terminal has shown it. */
async function agreed(
  { session, store, options, kind }: Omit<Asked, 'words'>,
  { label, name, to }: Wanted,
): Promise<{ readonly expect?: string | null }> {
  if (options.expect !== undefined) return expectedIn(options);
  if (options.yes === true || !session.terminal.isInteractive) return {};
  const isIt = (each: LabelMove | ReturnType<LabelStore['list']>[number]) =>
    each.kind === kind && each.name === name && each.label === label;
  const present = store.list().find(isIt)?.version ?? null;
  const isWanted = await askYesNo(session, `Move ${label} of ${name} from ${placeText(present)} to ${to}?`);
  if (!isWanted) throw new Problem({ code: 'not-confirmed', summary: `${label} of ${name} was not moved` });
  return { expect: present === null ? null : `${name}@${present}` };
}

function expectedIn({ expect }: LabelsOptions): { readonly expect?: string | null } {
  if (expect === undefined) return {};
  return { expect: expect === 'none' ? null : expect };
}

async function moved(moving: Promise<LabelMove>): Promise<Outcome> {
  const move = await moving;
  return { data: move, text: moveText(move) };
}

function authorOf({ by, why }: LabelsOptions): { readonly by: string; readonly why?: string } {
  return { by: by ?? userName(), ...(why !== undefined && { why }) };
}

/** Containers run users that the system does not know. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    throw usage('arguments-missing', 'The system does not know who moves the label', 'Say who: --by ada');
  }
}

function twoOf(words: readonly string[], example: string): readonly [string, string] {
  const [first, second, ...more] = words;
  if (first !== undefined && second !== undefined && more.length === 0) return [first, second];
  throw usage('arguments-missing', 'A label, and the name or version that it belongs to, are needed', example);
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw usage('argument-invalid', `${option} is not a number`, `Give a number to ${option}`);
}
