import { mount } from '@cuecard/core';
import { ChangeSource, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { TeamChanges } from './team-changes.js';

/** The shared pack for those who write the server: its services come from this module. */
@Module({
  imports: [CuecardModule.forFeature([mount(reviewPack, { prefix: 'backend' })])],
  providers: [
    { provide: HouseRules, useValue: { rules: ['Every query has a limit.', 'No secrets in logs.'] } },
    { provide: ChangeSource, useFactory: () => new TeamChanges({ paging: '+ .limit(50)' }) },
  ],
})
export class BackendModule {}
