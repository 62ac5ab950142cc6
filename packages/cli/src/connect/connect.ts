import { nameOfProject, findProject } from '../project/project-folder.js';
import type { Session, Run } from '../session/session.js';
import type { Outcome } from '../outcome/envelope.js';
import { askYesNo } from '../asking/questions.js';
import { styled } from '../terminal/terminal.js';
import { addressOf, type Plan, planFor, type Wish } from './plan.js';
import {
  checkMergeable,
  checkOptions,
  checkStartable,
  type ConnectOptions,
  needClient,
  transportOf,
} from './connect-options.js';
import { CLIENTS, INSPECTOR, thisComputer } from './clients.js';
import { apply, type Applied, prepare, appliedText, differenceText } from './merge.js';
import { indented, inspectorText, planText, type Reader, settingsText, shortPath } from './settings-print.js';

/** `cuecard connect`. Needs no config that can be loaded: what it connects may be broken today. */
export const runConnect: Run<ConnectOptions> = async (session, options, id?: string) => {
  checkOptions(options, session.rest, id);
  const wish = await wishOf(session, options);
  const reader = readerOf(session, wish);
  if (id === undefined) return overview(wish, reader);
  if (id === INSPECTOR) return inspector(wish);
  const plan = await planFor(needClient(id), wish);
  if (isOrder(options)) return merge(options, { plan, wish, reader });
  if (!mayAsk(session, options, plan)) return shown(plan, reader);
  session.terminal.print(shownText(plan, reader));
  const isWanted = await askYesNo(session, `Merge it into ${shortPath(plan.file, reader)} now?`);
  return isWanted ? merge(options, { plan, wish, reader }) : undefined;
};

interface Merging {
  readonly plan: Plan;
  readonly wish: Wish;
  readonly reader: Reader;
}

async function merge(options: ConnectOptions, { plan, wish, reader }: Merging) {
  const remove = options.remove === true;
  checkMergeable(plan, settingsText(plan, reader.width));
  if (!remove) checkStartable(plan, wish);
  const prepared = await prepare(plan, { remove, reader });
  if (options.dryRun === true) return { data: dataOf(prepared), text: differenceText(prepared, reader) };
  const applied = await apply(prepared, { now: new Date(), reader });
  return { data: { ...dataOf(prepared), backup: applied.backup ?? null }, text: appliedText(applied, reader) };
}

/** Whether the command line says what to do, so that no question is left. */
function isOrder({ write, remove, dryRun }: ConnectOptions): boolean {
  return write === true || remove === true || dryRun === true;
}

async function wishOf({ folder, terminal, rest }: Session, options: ConnectOptions): Promise<Wish> {
  const project = await findProject(folder, options.config);
  return {
    name: options.name ?? nameOfProject(project),
    project,
    computer: thisComputer(terminal.streams.env),
    transport: transportOf(options),
    url: options.http,
    command: rest,
    folder,
    scope: options.scope,
  };
}

function readerOf({ folder, terminal }: Session, { computer }: Wish): Reader {
  return { folder, home: computer.home, width: Math.min(terminal.width, 80) };
}

/** What all clients would have in their files. */
async function overview(wish: Wish, reader: Reader): Promise<Outcome> {
  const able = CLIENTS.filter(({ transports, files }) => {
    const hasScope = wish.scope === undefined || wish.scope in files;
    return hasScope && (wish.transport === undefined || transports.includes(wish.transport));
  });
  const plans = await Promise.all(able.map((client) => planFor(client, wish)));
  const address = addressOf(wish);
  const text = [
    'Merge what your client needs into its file, or have it merged by the command',
    `${styled('cyan', 'cuecard connect <client> --write')} with the name in parentheses.`,
    ...plans.map((plan) => `\n${planText(plan, reader)}`),
    `\n${styled('bold', 'MCP inspector')} ${styled('dim', `(${INSPECTOR})`)}\n${inspectorText(address)}`,
  ].join('\n');
  return { data: { name: wish.name, clients: plans.map(planData) }, text };
}

function inspector(wish: Wish): Outcome {
  const address = addressOf(wish);
  const note = 'The inspector needs Node 22.19 or later. These list the prompts, and get one:';
  return { data: { client: INSPECTOR, name: wish.name, address }, text: `${note}\n${inspectorText(address)}` };
}

function shown(plan: Plan, reader: Reader): Outcome {
  return { data: planData(plan), text: `${shownText(plan, reader)}\n${plan.client.next}` };
}

function shownText(plan: Plan, reader: Reader): string {
  const head = `Merge this into ${shortPath(plan.file, reader)}, beside what is there:`;
  return `${head}\n\n${indented(settingsText(plan, reader.width - 2))}\n`;
}

/** Whether a person sees the answer, and can be asked about it. */
function mayAsk({ terminal }: Session, { json = false }: ConnectOptions, { client }: Plan): boolean {
  return !json && terminal.isInteractive && terminal.streams.stdout.isTTY && client.language === 'json';
}

function planData({ client, scope, file, address, path, entry }: Plan) {
  return { client: client.id, name: path.at(-1), scope, file, transport: address.transport, path, entry };
}

function dataOf({ plan, changed }: Pick<Applied, 'plan' | 'changed'>) {
  return { ...planData(plan), change: changed.change };
}
