import { Prompt, type PromptClass, type PromptHandler, type PromptOptions } from '@cuecard/core';

/** A prompt class without arguments, as a file that is loaded again declares it each time. */
export function promptClass(className: string, text = '', options: PromptOptions = {}): PromptClass<object> {
  const { [className]: type } = {
    [className]: class implements PromptHandler {
      render = () => text;
    },
  };
  Prompt(options)(type as PromptClass<object>);
  return type as PromptClass<object>;
}
