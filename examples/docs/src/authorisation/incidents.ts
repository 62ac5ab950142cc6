import { definePack, mount, Prompt, type PromptHandler } from '@cuecard/core';

@Prompt({ description: 'What everybody may ask' })
export class Status implements PromptHandler {
  render = () => 'What is the state of our service?';
}

@Prompt({ description: 'Writes up an incident', scopes: ['incidents:read'] })
export class Postmortem implements PromptHandler {
  render = () => 'Write up the last incident: what happened, why, and what we change.';
}

@Prompt({ description: 'Tells customers of an incident' })
class Notice implements PromptHandler {
  render = () => 'Tell our customers what happened, in three sentences.';
}

const support = definePack({ name: 'support', version: '1.0.0', prompts: [Notice] });

export const supportDesk = mount(support, { prefix: 'support', scopes: ['incidents:read', 'support:write'] });
