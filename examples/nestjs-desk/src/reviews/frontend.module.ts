import { mount } from '@cuecard/core';
import { ChangeSource, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { TeamChanges } from './team-changes.js';

/** The same pack for those who write the pages, with other services. */
@Module({
  imports: [CuecardModule.forFeature([mount(reviewPack, { prefix: 'frontend' })])],
  providers: [
    { provide: HouseRules, useValue: { rules: ['Every picture has a text in its place.'] } },
    { provide: ChangeSource, useFactory: () => new TeamChanges({ 'dark-mode': '+ color-scheme: dark;' }) },
  ],
})
export class FrontendModule {}
