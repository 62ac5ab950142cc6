import type { KindName } from '@cuecard/core';
import type { ProjectCommand } from '../config/config.js';
import type { Outcome } from '../outcome/envelope.js';
import { openPeer } from '../peer/open-peer.js';
import { type Offered, type Peer, type PeerOptions, refusalOf } from '../peer/peer.js';
import type { Session } from '../session/session.js';

/** Speaks to the server for one command, and closes it. What the server refuses becomes a problem. */
export async function speaking(
  session: Session,
  options: PeerOptions,
  command: ProjectCommand,
  work: (peer: Peer) => Promise<Outcome>,
): Promise<Outcome> {
  const peer = await openPeer(session, options, command);
  try {
    return await work(peer);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await peer.close();
  }
}

/** What a server offers by a name. What it does not list is asked for all the same: the server says what is wrong. */
export async function offeredBy(peer: Peer, kind: KindName, name: string): Promise<Offered> {
  const [plain = name] = name.split('@');
  const all = await peer.list(kind);
  const found = all.find((each) => each.name === name) ?? all.find((each) => each.name === plain);
  return found === undefined ? { kind, name, schema: {}, isReadOnly: true } : { ...found, name };
}
