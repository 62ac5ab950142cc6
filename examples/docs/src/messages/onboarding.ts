import { conversation, Prompt, type PromptHandler, user } from '@cuecard/core';

@Prompt({ description: 'How we write' })
export class House implements PromptHandler {
  render() {
    return user('Write plain English, in short sentences.');
  }
}

@Prompt({ description: 'How we write, and what to begin with' })
export class Onboarding implements PromptHandler {
  constructor(private readonly house: House) {}

  render() {
    return conversation(this.house.render(), 'What would you like to know first?');
  }
}
