import { type Definition, definePrompt, defineTool, type Runtime } from '@cuecard/core';

// Their names are the conformance suite's.

const ADDED_TOOL = defineTool({ name: 'added_tool', description: 'Is there from time to time', call: () => 'Here.' });
const ADDED_PROMPT = definePrompt({
  name: 'added_prompt',
  description: 'Is there from time to time',
  render: () => 'Here.',
});

/** Tools that add a tool or a prompt to what is served, or take it away again. */
export function changingTools(runtime: () => Runtime): Definition[] {
  return [
    changingTool('test_trigger_tool_change', ADDED_TOOL, runtime),
    changingTool('test_trigger_prompt_change', ADDED_PROMPT, runtime),
  ];
}

function changingTool(name: string, added: Definition, runtime: () => Runtime): Definition {
  const call = () => {
    const { registry } = runtime();
    const isThere = registry.get(added.name, added.kind.name) !== undefined;
    runtime().replace(isThere ? registry.exchange([added], []) : registry.with(added));
    return isThere ? `Took ${added.name} away.` : `Added ${added.name}.`;
  };
  return defineTool({ name, description: `Adds or removes "${added.name}"`, call });
}
