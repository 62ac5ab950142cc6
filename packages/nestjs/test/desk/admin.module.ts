import { Prompt, type PromptHandler } from '@cuecard/core';
import { CuecardController, CuecardEndpoint, CuecardModule, getEndpointToken } from '@cuecard/nestjs';
import { Controller, Inject, Module, UseGuards } from '@nestjs/common';
import { TokenGuard } from './auth.guard.ts';

@Prompt({ description: 'Asks for a report on all users' })
class UserReport implements PromptHandler {
  render = () => 'Write a report on all users';
}

@Module({ providers: [UserReport] })
class ReportsModule {}

@Controller('admin/mcp')
@UseGuards(TokenGuard)
class AdminController extends CuecardController {
  constructor(@Inject(getEndpointToken('admin')) endpoint: CuecardEndpoint) {
    super(endpoint);
  }
}

@Module({
  imports: [
    CuecardModule.forRoot({
      server: 'admin',
      include: [ReportsModule],
      path: false,
      name: 'admin',
      version: '1.0.0',
    }),
    ReportsModule,
  ],
  controllers: [AdminController],
})
export class AdminModule {}
