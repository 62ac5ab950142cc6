import { RequestError } from '@cuecard/core';
import { ChangeSource } from '@cuecard/example-shared-pack';
import { injectable } from 'tsyringe';
import { Caller } from './caller.js';
import { type Change, Team } from './team.js';

/** The changes of a team; drafts are for their authors alone. */
@injectable()
export class TeamChanges extends ChangeSource {
  constructor(
    private readonly team: Team,
    private readonly caller: Caller,
  ) {
    super();
  }

  override async open() {
    return this.#visible().map(({ name }) => name);
  }

  override async diff(change: string) {
    const found = this.#visible().find(({ name }) => name === change);
    if (found === undefined) throw new RequestError('There is no such change', { code: -32602 });
    return found.diff;
  }

  #visible(): Change[] {
    return this.team.changes.filter(({ author, isDraft }) => !isDraft || author === this.caller.name);
  }
}
