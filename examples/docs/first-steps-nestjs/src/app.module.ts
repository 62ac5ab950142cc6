import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { CodeReview } from './code-review';
import { HouseRules } from './house-rules';

@Module({
  imports: [CuecardModule.forRoot({ name: 'reviews', version: '1.0.0' })],
  providers: [CodeReview, HouseRules],
})
export class AppModule {}
