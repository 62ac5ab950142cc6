import { Payload } from '@nestjs/microservices';
import { McpController, McpRawRequest, Tool, ToolScopes } from '@rekog/mcp-nest';
import { z } from 'zod';

@McpController()
export class Removals {
  @Tool({ name: 'remove_book', description: 'Takes a book off the shelf', parameters: z.object({ id: z.number() }) })
  @ToolScopes(['books:write'])
  remove(@Payload() { id }: { id: number }, @McpRawRequest() request: { user?: { sub: string } }) {
    return `${request.user?.sub} has removed book ${id}`;
  }
}
