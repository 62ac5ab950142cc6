import { isRecord, isRequest } from '../jsonrpc/message.js';

/** Since this revision -32000 to -32019 must not be used (basic, "Error Codes"). */
const WITHOUT_SERVER_CODES = '2026-07-28';

const [INVALID_REQUEST, INTERNAL_ERROR, SERVER_ERROR] = [-32600, -32603, -32000];

interface Content {
  readonly message?: unknown;
  readonly refusals?: readonly object[];
}

/**
 * Gives a refusal the id of the request that it refuses, where that could be read, and a code that the request's revision
 * knows. SDKs, and what refuses before a body is read, know neither. Where the whole of a batch is refused, the errors of
 * its invalid members come first.
 * @param content what the body holds, if it has been read
 */
export async function repairRefusal(answer: Response, request: Request, content: Content = {}): Promise<Response> {
  const { message, refusals = [] } = content;
  if (answer.ok || !isJson(answer)) return answer;
  const document: unknown = await answer.clone().json();
  if (!isRecord(document) || !isRecord(document['error'])) return answer;
  const error = { ...document['error'], code: codeFor(request, answer.status, document['error']['code']) };
  const id = document['id'] ?? (isRequest(message) ? message.id : undefined);
  const { status, headers } = answer;
  const refusal = { jsonrpc: '2.0', id, error };
  return new Response(JSON.stringify(refusals.length > 0 ? [...refusals, refusal] : refusal), { status, headers });
}

function codeFor(request: Request, status: number, code: unknown): unknown {
  const revision = request.headers.get('mcp-protocol-version') ?? '';
  if (code !== SERVER_ERROR || revision < WITHOUT_SERVER_CODES) return code;
  return status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}
