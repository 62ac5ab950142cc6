import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The result of each method, or the error that it throws. */
export type Answers = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>>;

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A server of 2025-06-18 over HTTP that returns any response, including invalid ones. */
export class RawServer {
  readonly #http = createServer();
  /** The headers of each request, and the messages. */
  readonly heard: (Message & { readonly headers: IncomingMessage['headers'] })[] = [];

  private constructor(answers: Answers) {
    this.#http.on('request', (request, response) => {
      const { method, headers } = request;
      void text(request).then((body) => {
        if (method !== 'POST') return response.writeHead(405).end();
        const message = JSON.parse(body) as Message;
        this.heard.push({ ...message, headers });
        if (message.id === undefined) return response.writeHead(202).end();
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answerTo(message, answers) }));
      });
    });
  }

  static async start(answers: Answers): Promise<RawServer> {
    const server = new RawServer({ initialize: () => INTRODUCTION, ...answers });
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  stop(): Promise<void> {
    this.#http.closeAllConnections();
    return new Promise((resolve) => void this.#http.close(() => resolve()));
  }
}

const INTRODUCTION = {
  protocolVersion: '2025-06-18',
  capabilities: { prompts: {}, tools: {}, resources: {}, completions: {} },
  serverInfo: { name: 'strange', version: '1.0.0' },
};

function answerTo({ method, params = {} }: Message, answers: Answers): object {
  const answer = answers[method];
  if (answer === undefined) return { error: { code: -32601, message: 'Method not found' } };
  try {
    return { result: answer(params) };
  } catch (error) {
    return { error: { code: -32603, message: String(error) } };
  }
}
