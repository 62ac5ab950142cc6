import { setTimeout as wait } from 'node:timers/promises';
import {
  Arg,
  type Definition,
  definePrompt,
  defineTool,
  type RequestContext,
  RequestError,
  type Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { IsEmail, IsIn, IsInt, IsOptional } from 'class-validator';
import { RED_PIXEL, SILENCE } from './prompts-and-resources.js';

// The names, the arguments and what the answers must hold are the conformance suite's.

const IMAGE = { type: 'image', data: RED_PIXEL, mimeType: 'image/png' } as const;

@Tool({ name: 'test_simple_text', description: 'Answers a text' })
export class SimpleTextTool implements ToolHandler {
  call = () => 'This is a simple text response for testing.';
}

@Tool({ name: 'test_image_content', description: 'Answers an image' })
export class ImageTool implements ToolHandler {
  call = () => IMAGE;
}

@Tool({ name: 'test_audio_content', description: 'Answers a recording' })
export class AudioTool implements ToolHandler {
  call = () => ({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }) as const;
}

@Tool({ name: 'test_embedded_resource', description: 'Answers an embedded resource' })
export class EmbeddedResourceTool implements ToolHandler {
  call = () => embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.');
}

@Tool({ name: 'test_multiple_content_types', description: 'Answers a text, an image and an embedded resource' })
export class MixedContentTool implements ToolHandler {
  call = () => [
    'Multiple content types test:',
    IMAGE,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ];
}

@Tool({ name: 'test_error_handling', description: 'Fails, as is expected of it' })
export class FailingTool implements ToolHandler {
  call = () => {
    throw new RequestError('This tool intentionally returns an error for testing');
  };
}

// Its name is the key of its schema.
class address {
  @Arg()
  @IsOptional()
  street?: string;

  @Arg()
  @IsOptional()
  city?: string;
}

class Contact {
  @Arg()
  @IsOptional()
  name?: string;

  @Arg()
  @IsOptional()
  address?: address;

  @Arg()
  @IsOptional()
  @IsIn(['phone', 'email'])
  contactMethod?: 'phone' | 'email';

  @Arg()
  @IsOptional()
  phone?: string;

  @Arg()
  @IsOptional()
  @IsEmail()
  email?: string;
}

@Tool({
  name: 'json_schema_2020_12_tool',
  description: 'Takes arguments of which one refers to a class',
  args: Contact,
})
export class NestedArgumentsTool implements ToolHandler<Contact> {
  call = ({ contactMethod = 'phone' }: Contact) => `Contacting by ${contactMethod}`;
}

class Query {
  @Arg({ description: 'The region to ask', header: 'Region' })
  region!: string;

  @Arg({ description: 'How many answers at most', header: 'Limit' })
  @IsInt()
  limit = 10;
}

@Tool({ name: 'routed_query', description: 'Takes arguments that headers repeat', args: Query })
export class RoutedTool implements ToolHandler<Query> {
  call = ({ region, limit }: Query) => `Asked ${region} for ${limit}`;
}

function embedded(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } } as const;
}

@Tool({ name: 'test_tool_with_logging', description: 'Logs what it does' })
export class LoggingTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    context.log('info', 'Tool execution started');
    await wait(50);
    context.log('info', 'Tool processing data');
    await wait(50);
    context.log('info', 'Tool execution completed');
    return 'Logged three messages.';
  }
}

@Tool({ name: 'test_logging_tool', description: 'Logs at once' })
export class BriefLoggingTool implements ToolHandler {
  call(_: object, context: RequestContext) {
    context.log('info', 'Tool execution started');
    return 'Logged one message.';
  }
}

@Tool({ name: 'test_tool_with_progress', description: 'Reports its progress' })
export class ProgressTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    context.progress(0, 100);
    await wait(50);
    context.progress(50, 100);
    await wait(50);
    context.progress(100, 100);
    return 'Reported its progress three times.';
  }
}

@Tool({ name: 'test_reconnection', description: 'Takes longer than a client waits for one event' })
export class SlowTool implements ToolHandler {
  async call(_: object, context: RequestContext) {
    context.progress(0, 1);
    await wait(100);
    return 'Reconnection test completed.';
  }
}

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
    runtime().replace(isThere ? registry.without([added.name], added.kind.name) : registry.with(added));
    return isThere ? `Took ${added.name} away.` : `Added ${added.name}.`;
  };
  return defineTool({ name, description: `Adds or removes "${added.name}"`, call });
}
