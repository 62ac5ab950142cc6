import { eventOf } from './event-stream.js';
import { isRecord, isRequest } from '../jsonrpc/message.js';

/** Since this revision -32000 to -32019 must not be used (basic, "Error Codes"). */
const WITHOUT_SERVER_CODES = '2026-07-28';

const [INVALID_REQUEST, INTERNAL_ERROR, SERVER_ERROR] = [-32600, -32603, -32000];

/**
 * Gives a refusal the id of the request that it refuses, where that could be read, and a code that the request's revision
 * knows. SDKs, and what refuses before a body is read, know neither.
 * @param message what the body holds, if it has been read
 */
export async function repairRefusal(answer: Response, request: Request, message: unknown): Promise<Response> {
  if (answer.ok || !isJson(answer)) return answer;
  const document: unknown = await answer.clone().json();
  if (!isRecord(document) || !isRecord(document['error'])) return answer;
  const error = { ...document['error'], code: codeFor(request, answer.status, document['error']['code']) };
  const id = document['id'] ?? (isRequest(message) ? message.id : undefined);
  const { status, headers } = answer;
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, error }), { status, headers });
}

function codeFor(request: Request, status: number, code: unknown): unknown {
  const revision = request.headers.get('mcp-protocol-version') ?? '';
  if (code !== SERVER_ERROR || revision < WITHOUT_SERVER_CODES) return code;
  return status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
}

/** Adds to the answer to a batch the refusals of those of its members that are no messages. */
export async function withRefusals(answer: Response, refusals: readonly object[]): Promise<Response> {
  if (refusals.length === 0) return answer;
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true)
    return new Response(streamed(refusals, answer.body), answer);
  const answers: unknown = isJson(answer) ? await answer.json() : [];
  const all = [...refusals, ...(Array.isArray(answers) ? answers : [answers])];
  const isSilent = answer.status === ACCEPTED || answer.body === null;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(all), { status: isSilent ? BAD_REQUEST : answer.status, headers });
}

const [ACCEPTED, BAD_REQUEST] = [202, 400];

/** Events for the refusals, and then those of the stream. */
function streamed(refusals: readonly object[], rest: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> {
  const events = refusals.map((refusal) => eventOf(JSON.stringify(refusal))).join('');
  const reader = rest?.getReader();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
    async pull(controller) {
      const next = await reader?.read();
      if (next === undefined || next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}
