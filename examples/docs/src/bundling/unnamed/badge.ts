import { Prompt } from '@cuecard/core';
import { BadgePrompt as Named } from '../badge.js';

@Prompt({ description: 'Shows the badge of the team' })
export class BadgePrompt extends Named {}
