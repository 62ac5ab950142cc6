import type { Session } from './session.js';
import type { Sessions } from './sessions.js';
import { strangerOf } from '../jsonrpc/revisions.js';
import { type LaneClient, type LaneSender, strangerFrom } from '../lane/lane-client.js';

type Client = LaneClient['client'];

/** The clients that may bypass the SDK. */
export class LaneClients {
  readonly #sessions: Sessions | undefined;
  readonly #logging: boolean;
  readonly #inSession = new WeakMap<Session, LaneClient>();
  readonly #anonymous = new WeakMap<Client, LaneClient>();

  /**
   * @param sessions without them, all clients are anonymous
   * @param logging whether sessions receive the log of requests, which the lane does not send
   */
  constructor(sessions: Sessions | undefined, logging: boolean) {
    this.#sessions = sessions;
    this.#logging = logging;
  }

  /** Returns nothing for clients that the SDK refuses or must send more than the answer. */
  of(sender: LaneSender): LaneClient | undefined {
    const { sessionId, revision } = sender;
    if (sessionId === undefined || this.#sessions === undefined) return this.#anonymousClient(sender);
    if (this.#logging) return undefined;
    const session = this.#sessions.find(sessionId, sender);
    if (session === undefined) return undefined;
    const known = this.#inSession.get(session) ?? this.#meet(session);
    return revision === undefined || revision === known?.client.revision ? known : undefined;
  }

  #anonymousClient({ revision, userAgent }: LaneSender): LaneClient | undefined {
    const client = strangerOf(revision, userAgent);
    if (client === undefined) return undefined;
    const known = this.#anonymous.get(client);
    if (known !== undefined) return known;
    const made = strangerFrom({ client, asking: undefined, cancelsByLeaving: false });
    this.#anonymous.set(client, made);
    return made;
  }

  #meet(session: Session): LaneClient | undefined {
    const { client, sessionId, calls, asking } = session.connection;
    if (client === undefined) return undefined;
    const made = {
      client,
      sessionId,
      calls,
      asking,
      cancelsByLeaving: false,
      enter: () => session.enter(),
      leave: () => session.leave(),
    };
    this.#inSession.set(session, made);
    return made;
  }
}
