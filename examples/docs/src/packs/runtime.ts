import { mount, type Resolver, Runtime } from '@cuecard/core';
import { ChangeSource, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { fromContainer, tokenOf } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { EmojiCommitMessage } from './emoji-commit-message.js';
import { Standup } from './standup.js';
import { backend, frontend, Team } from './team.js';
import { TeamChanges } from './team-changes.js';

/** What constructs the prompts of the pack for a team. */
function servicesOf(team: Team): Resolver {
  const services = container.createChildContainer();
  services.register(tokenOf(Team), { useValue: team });
  services.register(tokenOf(HouseRules), { useValue: team });
  services.register(tokenOf(ChangeSource), { useClass: TeamChanges });
  return fromContainer(services);
}

export const runtime = new Runtime({
  prompts: [
    Standup,
    mount(reviewPack, { prefix: 'backend', resolver: servicesOf(backend) }),
    mount(reviewPack, { prefix: 'frontend', resolver: servicesOf(frontend), override: [EmojiCommitMessage] }),
  ],
  resolver: fromContainer(container),
});
