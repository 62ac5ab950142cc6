import { PassThrough } from 'node:stream';
import type { PromptRuntime } from '@cuecard/core';
import { type HandlerOptions, serveHttp, serveStdio } from '@cuecard/mcp-server';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Pipe } from '../../../mcp-sdk/test/support/pipe.ts';
import { type MannedClient, manned, type Setup, type Version } from './people.ts';

const identity = { name: 'host', version: '1.0.0' };

/** A server, for so many clients as are met. */
export interface Host {
  meet(version: Version, setup?: Setup): Promise<MannedClient>;
  close(): Promise<void>;
}

type HostOptions = Pick<HandlerOptions, 'logging'>;

async function overStdio(runtime: PromptRuntime, options: HostOptions = {}): Promise<Host> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { ...identity, ...options, stdin, stdout });
  const pipe: Transport = new Pipe(stdin, stdout);
  return { meet: (version, setup = {}) => manned[version].meet(pipe, setup), close: () => server.close() };
}

const overHttp =
  (responseMode: HandlerOptions['responseMode'] & string) =>
  async (runtime: PromptRuntime, options: HostOptions = {}): Promise<Host> => {
    const server = await serveHttp(runtime, { ...identity, ...options, port: 0, responseMode });
    return {
      meet: (version, setup = {}) => manned[version].meet(manned[version].http(server.url), setup),
      close: () => server.close(),
    };
  };

/** The ways on which a server can ask its client. */
export const hosts = {
  'over stdio': overStdio,
  'over HTTP with auto': overHttp('auto'),
  'over HTTP with sse': overHttp('sse'),
};

export type HostKind = keyof typeof hosts;
