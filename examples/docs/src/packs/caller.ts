import { RequestContext } from '@cuecard/core';
import { Lifecycle, scoped } from 'tsyringe';

/** Who asks. There is one for each request, for whatever the request needs. */
@scoped(Lifecycle.ContainerScoped)
export class Caller {
  readonly name: string;

  constructor({ auth, client }: RequestContext) {
    this.name = auth?.principal ?? client?.name ?? 'somebody';
  }
}
