import type { LineTransport } from '@cuecard/transports';
import {
  classifyInboundRequest,
  type InboundClassificationOutcome,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { ENVELOPES_SINCE } from './client.js';
import { cancelledBy } from './stdio-listeners.js';

/** Up to revision 2025-11-25, or since 2026-07-28. */
export type Era = 'legacy' | 'modern';

/** Serves an era over its channel; `close` ends that. */
type Serve = (era: Era, channel: Transport) => { close(): Promise<void> };

interface Fault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * One connection for both eras, which share nothing else: each message goes to the server of the era that it is of,
 * whatever has come before it (basic/versioning, "Backward Compatibility"). The SDK decides once for a connection.
 */
export class StdioEras {
  readonly #wire: LineTransport<JSONRPCMessage>;
  readonly #serve: Serve;
  readonly #channels = new Map<Era, EraChannel>();
  readonly #served: { close(): Promise<void> }[] = [];
  /** The channel of the latest request with an id. */
  readonly #inFlight = new Map<unknown, EraChannel>();

  /** @param serve is called for an era when its first message has come */
  constructor(wire: LineTransport<JSONRPCMessage>, serve: Serve) {
    this.#wire = wire;
    this.#serve = serve;
    wire.onmessage = (message) => this.#take(message);
    wire.onclose = () => {
      for (const channel of this.#channels.values()) void channel.close();
    };
  }

  /** Ends what is listened to, and lets go of the connection. */
  async close(): Promise<void> {
    await Promise.all(this.#served.map((served) => served.close()));
    await this.#wire.close();
  }

  #take(message: JSONRPCMessage): void {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) return this.#cancel(cancelled, message);
    // As over HTTP, but for the headers.
    const outcome = classifyInboundRequest({ httpMethod: 'POST', body: message });
    const fault = faultOf(outcome);
    if (fault !== undefined) return this.#refuse(message, fault);
    const channel = this.#channelOf(outcome.kind === 'modern' ? 'modern' : 'legacy');
    if (isRequest(message)) this.#inFlight.set(message.id, channel);
    channel.onmessage?.(message);
  }

  /** An id that is not known may be that of an earlier request, answered in either era: the other one ignores it. */
  #cancel(id: unknown, message: JSONRPCMessage): void {
    const channel = this.#inFlight.get(id);
    this.#inFlight.delete(id);
    for (const each of channel === undefined ? this.#channels.values() : [channel]) each.onmessage?.(message);
  }

  #refuse(message: JSONRPCMessage, { code, message: text, data }: Fault): void {
    if (!isRequest(message)) return;
    void this.#wire.send({ jsonrpc: '2.0', id: message.id, error: { code, message: text, data } });
  }

  #channelOf(era: Era): EraChannel {
    const known = this.#channels.get(era);
    if (known !== undefined) return known;
    const channel: EraChannel = new EraChannel((message) => this.#send(message, channel));
    this.#channels.set(era, channel);
    this.#served.push(this.#serve(era, channel));
    return channel;
  }

  #send(message: JSONRPCMessage, from: EraChannel): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message;
    if (isAnswer && this.#inFlight.get(message.id) === from) this.#inFlight.delete(message.id);
    return this.#wire.send(message);
  }
}

/** An era's own end of the connection. */
class EraChannel implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly send: Transport['send'];
  #closed = false;

  constructor(send: (message: JSONRPCMessage) => Promise<void>) {
    this.send = send;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/** What is wrong with a message, whichever era it is of. */
function faultOf(outcome: InboundClassificationOutcome): Fault | undefined {
  if (outcome.kind === 'reject') return outcome;
  if (outcome.kind === 'legacy') return undefined;
  const { revision = 'unknown' } = outcome.classification;
  if (revision === ENVELOPES_SINCE) return undefined;
  return new UnsupportedProtocolVersionError({ supported: [ENVELOPES_SINCE], requested: revision });
}
