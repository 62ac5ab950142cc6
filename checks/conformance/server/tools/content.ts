import { Arg, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import { IsEmail, IsIn, IsInt, IsOptional } from 'class-validator';
import { RED_PIXEL, SILENCE } from '../media.js';

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
