import { mount } from '@cuecard/core';
import { ChangeSource, FixedChanges, HouseRules, reviewPack } from '@cuecard/example-shared-pack';
import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';

/** The shared pack for those who write the server: its services come from this module. */
@Module({
  imports: [CuecardModule.forFeature([mount(reviewPack, { prefix: 'backend' })])],
  providers: [
    { provide: HouseRules, useValue: { rules: ['Every query has a limit.', 'No secrets in logs.'] } },
    { provide: ChangeSource, useFactory: () => new FixedChanges({ paging: '+ .limit(50)' }) },
  ],
})
export class BackendModule {}

/** The same pack for those who write the pages, with other services. */
@Module({
  imports: [CuecardModule.forFeature([mount(reviewPack, { prefix: 'frontend' })])],
  providers: [
    { provide: HouseRules, useValue: { rules: ['Every picture has a text in its place.'] } },
    { provide: ChangeSource, useFactory: () => new FixedChanges({ 'dark-mode': '+ color-scheme: dark;' }) },
  ],
})
export class FrontendModule {}
