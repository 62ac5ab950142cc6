import { definePack, Prompt } from '@cuecard/core';
import { SummaryPrompt as Named } from '../reviews.js';
import { SummaryArgs } from '../summary-args.js';

@Prompt({ description: 'Summarises a review', args: SummaryArgs })
class SummaryPrompt extends Named {}

export const reviews = definePack({ name: 'reviews', version: '1.0.0', prompts: [SummaryPrompt] });
