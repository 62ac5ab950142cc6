import type { ElicitRequest, ElicitResult } from '@cuecard/core';
import type { ProjectCommand } from '../config/config.js';
import type { Session } from '../session/session.js';
import { askForm } from '../asking/form.js';
import type { Peer, PeerOptions } from './peer.js';
import type { RemoteOptions, RemotePeer } from './remote-peer.js';
import { targetOf } from './target.js';

/** Opens the project of the folder, or the server that the options name. */
export async function openPeer(session: Session, options: PeerOptions, command: ProjectCommand): Promise<Peer> {
  const elicit = session.terminal.isInteractive ? (request: ElicitRequest) => answer(session, request) : undefined;
  const remote = await openRemote(session, options, elicit);
  if (remote !== undefined) return remote;
  const [{ openProject }, { ProjectPeer }] = await Promise.all([
    import('../project/open-project.js'),
    import('./project-peer.js'),
  ]);
  const project = await openProject(session, options, command);
  return new ProjectPeer(project, { signal: session.signal, elicit: elicit && ((request) => elicit(request)) });
}

/** Opens the server that the options name; `undefined` for the project. */
export async function openRemote(
  session: Session,
  options: PeerOptions,
  elicit?: RemoteOptions['elicit'],
): Promise<RemotePeer | undefined> {
  const target = targetOf(session, options);
  if (target === undefined) return undefined;
  const { RemotePeer: Remote } = await import('./remote-peer.js');
  const { terminal, folder, version, signal } = session;
  return terminal.during('Connecting to the server…', () =>
    Remote.connect({ target, folder, env: terminal.streams.env, version, elicit, signal }),
  );
}

async function answer(session: Session, request: ElicitRequest): Promise<ElicitResult> {
  if (!('requestedSchema' in request)) return { action: 'decline' };
  const { message, requestedSchema } = request;
  session.terminal.say(message);
  return { action: 'accept', content: (await askForm(session, requestedSchema as never)) as never };
}
