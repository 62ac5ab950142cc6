import { Arg, Prompt, type RequestContext, type PromptHandler, untrusted, user } from '@cuecard/core';
import { IsIn } from 'class-validator';

export class IncidentArgs {
  @Arg({ description: 'What happened' })
  summary!: string;
}

class SeverityArgs {
  @Arg({ description: 'How bad it is', titles: { low: 'A nuisance', high: 'Nobody can work' } })
  @IsIn(['low', 'high'])
  severity!: 'low' | 'high';
}

@Prompt({ description: 'Asks for a report on an incident', args: IncidentArgs })
export class IncidentPrompt implements PromptHandler<IncidentArgs> {
  async render({ summary }: IncidentArgs, context: RequestContext) {
    const { severity } = await context.ask(SeverityArgs, 'How bad was the incident?');
    return user`Write a report on this incident of ${severity} severity:\n\n${untrusted(summary)}`;
  }
}
