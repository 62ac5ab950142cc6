import { Module } from '@nestjs/common';
import { CodeReview } from './code-review.ts';
import { Guidelines } from './guidelines.ts';
import { Reviews } from './reviews.ts';

@Module({ providers: [CodeReview, Guidelines, Reviews] })
export class ReviewModule {}
