import { CuecardModule } from '@cuecard/nestjs';
import { Module } from '@nestjs/common';
import { CodeReview } from './prompts/code-review.js';
import { ReviewRules } from './resources/review-rules.js';
import { HouseRules } from './services/house-rules.js';
import { FindRules } from './tools/find-rules.js';

@Module({
  imports: [CuecardModule.forRoot({ name: 'my-project', version: '0.1.0', askForMissing: true })],
  providers: [CodeReview, FindRules, ReviewRules, HouseRules],
})
export class AppModule {}
