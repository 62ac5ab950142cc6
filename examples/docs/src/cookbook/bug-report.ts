import { Arg, Prompt, type PromptHandler, type RequestContext, untrusted, user } from '@cuecard/core';
import { IsIn } from 'class-validator';

export class BugReportArgs {
  @Arg({ description: 'What happened' })
  summary!: string;
}

export class Details {
  @Arg({ description: 'How to make it happen again' })
  steps!: string;

  @Arg({ description: 'How bad it is', titles: { low: 'A nuisance', high: 'Nobody can work' } })
  @IsIn(['low', 'high'])
  severity!: 'low' | 'high';
}

@Prompt({ description: 'Writes a bug report', args: BugReportArgs })
export class BugReport implements PromptHandler<BugReportArgs> {
  async render({ summary }: BugReportArgs, context: RequestContext) {
    const { steps, severity } = await context.ask(Details, 'What should the developers know?');
    return user`
      Write a bug report of ${severity} severity, with a title, the steps, and what was expected.

      ${untrusted(summary)}
      ${untrusted(steps)}
    `;
  }
}
