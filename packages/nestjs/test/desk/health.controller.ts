import { CuecardHealthIndicator } from '@cuecard/nestjs';
import { Controller, Get } from '@nestjs/common';

@Controller('health')
export class HealthController {
  constructor(private readonly cuecard: CuecardHealthIndicator) {}

  @Get()
  check() {
    return this.cuecard.isHealthy(); // With Terminus: health.check([() => this.cuecard.isHealthy()])
  }
}
