import { Resource, type ResourceHandler } from '@cuecard/core';
import { HouseRules } from '../services/house-rules.js';

@Resource({ uri: 'rules:review', description: 'The rules for code reviews', mimeType: 'text/markdown' })
export class ReviewRules implements ResourceHandler {
  constructor(private readonly rules: HouseRules) {}

  read() {
    return this.rules.list.map((rule) => `- ${rule}`).join('\n');
  }
}
