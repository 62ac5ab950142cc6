import { RequestError } from '@cuecard/core';
import { ChangeSource } from '@cuecard/example-shared-pack';

/** The one change that is being worked on. */
export class OneChange extends ChangeSource {
  override async open() {
    return ['current'];
  }

  override async diff(change: string) {
    if (change !== 'current') throw new RequestError('There is no such change', { code: -32602 });
    return '+ console.log("hello");';
  }
}
