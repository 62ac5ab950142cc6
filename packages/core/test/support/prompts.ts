import { Prompt, type PromptClass, type PromptHandler, type PromptOptions } from '@cuecard/core';

/** A new prompt class without arguments, as if its file was loaded again. */
export function promptClass(className: string, text = '', options: PromptOptions = {}): PromptClass<object> {
  const { [className]: type } = {
    [className]: class implements PromptHandler {
      render = () => text;
    },
  };
  Prompt(options)(type as PromptClass<object>);
  return type as PromptClass<object>;
}
