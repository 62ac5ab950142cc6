import { injectable } from 'tsyringe';

/** How the team writes; what has this injected needs the class when the program runs. */
@injectable()
export class Guide {
  readonly rule = 'Write short sentences.';
}
