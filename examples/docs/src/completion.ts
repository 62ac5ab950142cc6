import { Arg, Complete, type CompletionContext, Prompt, type PromptHandler } from '@cuecard/core';
import { IsIn } from 'class-validator';

/** Who works where, and the rooms of the house; a database in an application. */
export class Directory {
  async members(team: string | undefined): Promise<string[]> {
    return team === 'compiler' ? ['Grace', 'Frances'] : ['Ada', 'Grace', 'Frances', 'Barbara'];
  }

  async searchRooms(name: string, _signal: AbortSignal): Promise<{ found: string[]; total: number }> {
    const rooms = Array.from({ length: 12 }, (_, index) => `Room ${index + 1}`);
    const found = rooms.filter((room) => room.includes(name));
    return { found: found.slice(0, 3), total: found.length };
  }
}

export class InvitationArgs {
  @Arg({ description: 'The team that meets', complete: ['compiler', 'core library', 'docs'] })
  team!: string;

  @Arg({ description: 'When', complete: () => [9, 11, 14, 16].map((hour) => `${hour}:00`) })
  time = '9:00';

  @Arg({ description: 'Who is invited', items: String })
  people!: string[];

  @Arg({ description: 'Where' })
  room = '';

  @Arg({ description: 'How it sounds' })
  @IsIn(['formal', 'friendly', 'funny'])
  tone = 'friendly';

  @Arg({ description: 'Whether there is cake' })
  cake = false;
}

@Prompt({ description: 'Asks for an invitation to a meeting', args: InvitationArgs })
export class Invitation implements PromptHandler<InvitationArgs> {
  constructor(private readonly directory: Directory) {}

  render({ people, tone, time, room }: InvitationArgs) {
    return `Write a ${tone} invitation for ${people.join(' and ')}: ${[time, room].filter(Boolean).join(', ')}.`;
  }

  @Complete('people')
  membersOf(_typed: string, { arguments: { team } }: CompletionContext<InvitationArgs>) {
    return this.directory.members(team);
  }

  @Complete('room')
  async rooms(typed: string, { signal }: CompletionContext<InvitationArgs>) {
    const { found, total } = await this.directory.searchRooms(typed, signal);
    return { values: found, total };
  }
}
