import {
  type Definition,
  type InjectableClass,
  isPrompt,
  isResource,
  isTool,
  type KindName,
  type RuntimeOptions,
} from '@cuecard/core';

/** What a test calls: a decorated class, or what `definePrompt`, `defineTool` or `defineResource` has returned. */
export type Definable<Class = InjectableClass<object>> = Class | Definition;

/** The class that a runtime constructs, or that a definition from data has in its place. */
export function classOf(subject: Definable): InjectableClass<object> {
  return typeof subject === 'function' ? subject : subject.type;
}

/** The option of a runtime that serves definitions of a kind. */
const OPTIONS = { prompt: 'prompts', tool: 'tools', resource: 'resources' } as const;

/**
 * The option of a runtime that serves a class or a definition.
 * @throws {TypeError} if the class is not decorated
 */
export function servedBy(subject: Definable): Pick<RuntimeOptions, 'prompts' | 'tools' | 'resources'> {
  const kind = typeof subject === 'function' ? kindOf(subject) : subject.kind.name;
  return { [OPTIONS[kind]]: [subject] };
}

function kindOf(type: InjectableClass<object>): KindName {
  if (isPrompt(type)) return 'prompt';
  if (isTool(type)) return 'tool';
  if (isResource(type)) return 'resource';
  throw new TypeError(`${type.name} is not served: decorate it with @Prompt(), @Tool() or @Resource()`);
}
