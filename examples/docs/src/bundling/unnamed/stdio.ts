import { mount, Prompt, Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { BadgePrompt as Named } from '../badge.js';
import { releases } from './releases.js';
import { reviews } from './reviews.js';

@Prompt({ description: 'Shows the badge of the team' })
class BadgePrompt extends Named {}

// The same prompts, named after their classes: what a bundler does to them shows whether it keeps names.
const runtime = new Runtime({
  prompts: [BadgePrompt, mount(reviews, { prefix: 'reviews' }), mount(releases, { prefix: 'releases' })],
  resolver: fromContainer(container),
});
void serveStdio(runtime, { name: 'bundled', version: '1.0.0' });
