import { Arg, assistant, fewShot, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn } from 'class-validator';

export class TriageArgs {
  @Arg({ description: 'The report, as the user wrote it' })
  report!: string;

  @Arg({ description: 'How to answer' })
  @IsIn(['short', 'detailed'])
  style = 'short';
}

@Prompt({ description: 'Asks how urgent a bug report is', args: TriageArgs })
export class Triage implements PromptHandler<TriageArgs> {
  render({ report, style }: TriageArgs) {
    return [
      user`
        You sort bug reports into urgent, normal and minor. Give a ${style} answer:

          1. the class
          2. the reason
      `,
      fewShot([
        { user: 'The login page is white for everybody.', assistant: 'urgent: nobody can work' },
        { user: 'The footer says 2025.', assistant: 'minor: cosmetic' },
      ]),
      user`This is the report: ${untrusted(report)}`,
      assistant('The class is '),
    ];
  }
}
