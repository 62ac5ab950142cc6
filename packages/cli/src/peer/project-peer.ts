import type { CallOptions, KindName, Runtime } from '@cuecard/core';
import type { LiveProject } from '../project/live-project.js';
import type { Page, Peer } from './peer.js';

/** The server of a project, in this process. */
export class ProjectPeer implements Peer {
  readonly title = 'The project';
  readonly #project: LiveProject;
  readonly #call: CallOptions;

  constructor(project: LiveProject, call: CallOptions) {
    this.#project = project;
    this.#call = call;
  }

  get #runtime(): Runtime {
    return this.#project.runtime;
  }

  offers(kind: KindName): boolean {
    return this.#runtime.offers(`${kind}s`);
  }

  page: Peer['page'] = async (method, cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    return Object(await this.#runtime.methods.get(method)?.answer(params, this.#call)) as Page;
  };

  getPrompt: Peer['getPrompt'] = (params) => this.#runtime.prompts.get(params, this.#call);

  callTool: Peer['callTool'] = (params, progress) => this.#runtime.tools.call(params, { ...this.#call, progress });

  readResource: Peer['readResource'] = async (params) => {
    const result = await this.#runtime.methods.get('resources/read')?.answer(params, this.#call);
    return result as Awaited<ReturnType<Peer['readResource']>>;
  };

  complete: Peer['complete'] = (params) => this.#runtime.complete(params, this.#call);

  close(): Promise<void> {
    return this.#project.close();
  }
}
