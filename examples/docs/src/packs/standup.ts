import { Prompt, type PromptHandler } from '@cuecard/core';
import { Caller } from './caller.js';

@Prompt({ description: 'Prepares what to say in the standup' })
export class Standup implements PromptHandler {
  constructor(private readonly caller: Caller) {}

  render() {
    return `Ask ${this.caller.name} three short questions about yesterday, and write the standup from the answers.`;
  }
}
