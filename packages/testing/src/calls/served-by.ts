import { type InjectableClass, isPrompt, isResource, isTool, type RuntimeOptions } from '@cuecard/core';

/**
 * The option of a runtime that serves a class.
 * @throws {TypeError} if the class is not decorated
 */
export function servedBy(type: InjectableClass<object>): Pick<RuntimeOptions, 'prompts' | 'tools' | 'resources'> {
  if (isPrompt(type)) return { prompts: [type] };
  if (isTool(type)) return { tools: [type] };
  if (isResource(type)) return { resources: [type] };
  throw new TypeError(`${type.name} is not served: decorate it with @Prompt(), @Tool() or @Resource()`);
}
