import type { CallOptions, ElicitRequest, ElicitResult } from '@cuecard/core';
import { askForm } from '../asking/form.js';
import type { CallerOptions, ServerOptions } from '../commands.js';
import type { ProjectCommand } from '../config/config.js';
import { usage } from '../outcome/problem.js';
import type { Session } from '../session/session.js';
import type { Peer } from './peer.js';
import type { RemoteOptions, RemotePeer } from './remote-peer.js';
import { targetOf } from './target.js';

/** Opens the project of the folder, or the server that the options name. */
export async function openPeer(session: Session, options: CallerOptions, command: ProjectCommand): Promise<Peer> {
  const elicit = session.terminal.isInteractive ? (request: ElicitRequest) => ask(session, request) : undefined;
  const remote = await openRemote(session, options, elicit);
  if (remote !== undefined) return remote;
  const [{ openProject }, { ProjectPeer }] = await Promise.all([
    import('../project/open-project.js'),
    import('./project-peer.js'),
  ]);
  const project = await openProject(session, options, command);
  return new ProjectPeer(project, { signal: session.signal, elicit, ...callerOf(options) });
}

/** The caller of a project; anonymous without the options. */
function callerOf({ principal, scopes }: CallerOptions): Pick<CallOptions, 'auth'> {
  if (principal === undefined && scopes === undefined) return {};
  return { auth: { principal: principal ?? 'cuecard', scopes: scopes?.split(/[\s,]+/).filter(Boolean) ?? [] } };
}

/**
 * Opens the server that the options name; `undefined` if they name none.
 * @throws {Problem} `options-contradict` with the caller of a project, which another server does not believe
 */
export async function openRemote(
  session: Session,
  options: CallerOptions & ServerOptions,
  elicit?: RemoteOptions['elicit'],
): Promise<RemotePeer | undefined> {
  const target = targetOf(session, options);
  if (target === undefined) return undefined;
  if (options.principal !== undefined || options.scopes !== undefined)
    throw usage(
      'options-contradict',
      '--principal and --scopes work only with your own project, not with another server',
      "Authenticate with --header 'authorization: Bearer …' instead",
    );
  const { RemotePeer: Remote } = await import('./remote-peer.js');
  const { terminal, folder, version, signal } = session;
  return terminal.during('Connecting to the server…', () =>
    Remote.connect({ target, folder, env: terminal.streams.env, version, elicit, signal }),
  );
}

async function ask(session: Session, request: ElicitRequest): Promise<ElicitResult> {
  if (!('requestedSchema' in request)) return { action: 'decline' };
  const { message, requestedSchema } = request;
  session.terminal.say(message);
  return { action: 'accept', content: (await askForm(session, requestedSchema as never)) as never };
}
