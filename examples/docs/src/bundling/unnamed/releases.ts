import { definePack, Prompt } from '@cuecard/core';
import { SummaryPrompt as Named } from '../releases.js';
import { SummaryArgs } from '../summary-args.js';

@Prompt({ description: 'Summarises a release', args: SummaryArgs })
class SummaryPrompt extends Named {}

export const releases = definePack({ name: 'releases', version: '1.0.0', prompts: [SummaryPrompt] });
