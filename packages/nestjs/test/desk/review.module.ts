import { Module } from '@nestjs/common';
import { CodeReview } from './code-review.ts';
import { Guidelines } from './guidelines.ts';

@Module({ providers: [CodeReview, Guidelines] })
export class ReviewModule {}
