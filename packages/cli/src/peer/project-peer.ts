import type { CallOptions, KindName } from '@cuecard/core';
import type { LiveProject } from '../project/live-project.js';
import { allOffered } from './pages.js';
import type { Offered, Peer } from './peer.js';

/** The server of a project, in this process. */
export class ProjectPeer implements Peer {
  readonly #project: LiveProject;
  readonly #call: CallOptions;

  constructor(project: LiveProject, call: CallOptions) {
    this.#project = project;
    this.#call = call;
  }

  async list(kind: KindName): Promise<readonly Offered[]> {
    const { methods } = this.#project.runtime;
    return allOffered(kind, async (method, cursor) => {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await methods.get(method)?.answer(params, this.#call);
      return Object(answer) as Readonly<Record<string, unknown>>;
    });
  }

  getPrompt: Peer['getPrompt'] = (params) => this.#project.runtime.prompts.get(params, this.#call);

  callTool: Peer['callTool'] = (params, progress) =>
    this.#project.runtime.tools.call(params, { ...this.#call, progress });

  readResource: Peer['readResource'] = async (params) => {
    const { resources } = this.#project.runtime;
    if (resources === undefined) throw new TypeError('The project has no resources');
    return resources.read(params, this.#call);
  };

  complete: Peer['complete'] = (params) => this.#project.runtime.complete(params, this.#call);

  close(): Promise<void> {
    return this.#project.close();
  }
}
