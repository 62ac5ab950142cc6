import { mount } from '@cuecard/core';
import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { changePack, ChangeSource } from './change-pack.ts';

class BackendChanges extends ChangeSource {
  latest = async () => 'a faster query';
}

class FrontendChanges extends ChangeSource {
  latest = async () => 'a larger button';
}

@Module({
  imports: [CuecardModule.forFeature([mount(changePack, { prefix: 'backend' })])],
  providers: [{ provide: ChangeSource, useClass: BackendChanges }],
})
export class BackendModule {}

@Module({
  imports: [CuecardModule.forFeature([mount(changePack, { prefix: 'frontend' })])],
  providers: [{ provide: ChangeSource, useClass: FrontendChanges }],
})
export class FrontendModule {}
