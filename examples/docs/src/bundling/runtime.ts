import { mount, Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { BadgePrompt } from './badge.js';
import { releases } from './releases.js';
import { reviews } from './reviews.js';

export const runtime = new Runtime({
  prompts: [BadgePrompt, mount(reviews, { prefix: 'reviews' }), mount(releases, { prefix: 'releases' })],
  resolver: fromContainer(container),
  requireNames: true,
});
