import type { OptionsOf } from '../commands.js';
import { askYesNo } from '../asking/questions.js';
import type { Outcome } from '../outcome/envelope.js';
import { findProject, nameOfProject } from '../project/project-folder.js';
import type { Run, Session } from '../session/session.js';
import { styled } from '../terminal/terminal.js';
import { callOf, type ClientCall, commandText, runClient } from './client-program.js';
import { CLIENTS, thisComputer } from './clients.js';
import { checkOptions, checkStartable, needClient } from './connect-options.js';
import { merge } from './merge.js';
import { type ConnectRequest, type Plan, planFor } from './plan.js';
import { additionText, planText, type Reader, shortPath } from './settings-print.js';

type ConnectOptions = OptionsOf<'connect'>;

/** `cuecard connect`. It does not load the config: the project may be broken today. */
export const runConnect: Run<ConnectOptions> = async (session, options, id?: string) => {
  checkOptions(options, session.rest, id);
  const request = await requestOf(session, options);
  const reader = { folder: session.folder, home: request.computer.home };
  if (id === undefined) return overview(request, reader);
  const plan = planFor(needClient(id), request);
  const change = () => changed(options, { plan, request, reader });
  if (options.write === true || options.remove === true || options.dryRun === true) return change();
  const text = shownText(plan, reader);
  if (!mayAsk(session, options, plan)) return { data: planData(plan), text: `${text}\n${plan.client.next}` };
  session.terminal.print(text);
  const question =
    plan.program === undefined
      ? `Merge the settings into ${shortPath(plan.file, reader)} now?`
      : 'Run the command now?';
  return (await askYesNo(session, question)) ? change() : undefined;
};

interface Change {
  readonly plan: Plan;
  readonly request: ConnectRequest;
  readonly reader: Reader;
}

/** Calls the program of the client, or changes its file if there is none. */
async function changed(options: ConnectOptions, { plan, request, reader }: Change): Promise<Outcome> {
  const { remove = false, dryRun = false } = options;
  if (!remove) checkStartable(plan, request);
  const call = callOf(plan, remove);
  if (call !== undefined) return changedByClient(call, options, { plan, request, reader });
  const { change, text } = await merge(plan, { remove, dryRun, reader });
  return { data: { ...planData(plan), change }, text };
}

async function changedByClient(call: ClientCall, options: ConnectOptions, { plan, request }: Change): Promise<Outcome> {
  const { remove = false, dryRun = false } = options;
  if (!dryRun) await runClient(call, plan, request.computer);
  const change = remove ? 'removed' : 'added';
  const done = `${styled('green', change)} "${request.name}" by ${commandText(call)}`;
  const text = dryRun ? commandText(call) : [done, ...(remove ? [] : [plan.client.next])].join('\n');
  return { data: { ...planData(plan), change, command: call.words }, text };
}

export async function requestOf({ folder, terminal, rest }: Session, options: ConnectOptions): Promise<ConnectRequest> {
  const { config, http, stdio = false } = options;
  const running = http === undefined ? undefined : 'http';
  const project = await findProject(folder, config);
  return {
    name: options.name ?? nameOfProject(project),
    project,
    computer: thisComputer(terminal.streams.env),
    transport: stdio ? 'stdio' : running,
    url: http,
    command: rest,
    folder,
    scope: options.scope,
  };
}

/** Lists how to add the server to each client. */
function overview(request: ConnectRequest, reader: Reader): Outcome {
  const { scope, transport } = request;
  const able = CLIENTS.filter(
    ({ transports, files }) =>
      (scope === undefined || scope in files) && (transport === undefined || transports.includes(transport)),
  );
  const plans = able.map((client) => planFor(client, request));
  const text = [
    'Run the command of your client, or merge the settings into its file.',
    `Or run ${styled('cyan', 'cuecard connect <client> --write')}. <client> is the name in parentheses.`,
    ...plans.map((plan) => `\n${planText(plan, reader)}`),
  ].join('\n');
  return { data: { name: request.name, clients: plans.map(planData) }, text };
}

function shownText(plan: Plan, reader: Reader): string {
  const file = shortPath(plan.file, reader);
  const head = plan.program === undefined ? `Merge this into ${file}:` : 'Run this:';
  return `${head}\n\n${additionText(plan)}\n`;
}

/** Whether to ask the user to apply the plan. */
function mayAsk({ terminal }: Session, { json = false }: ConnectOptions, { client, program }: Plan): boolean {
  const isAble = program !== undefined || client.language === 'json';
  return !json && terminal.isInteractive && terminal.isSeen && isAble;
}

function planData({ client, scope, file, address, path, entry }: Plan) {
  return { client: client.id, name: path.at(-1), scope, file, transport: address.transport, path, entry };
}
