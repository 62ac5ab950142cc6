import type { RequestContext } from '../api/context.js';
import type { CallToolResult, ContentBlock } from '../protocol.js';
import type { Awaitable, InjectableClass } from '../types.js';

/** What `call` may return without an `output`: a string becomes one text block, and arrays may be nested. */
export type ToolOutput = ToolPart | CallToolResult;

type ToolPart = string | ContentBlock | readonly ToolPart[];

/** The interface of a tool class. `Output` is what its `output` declares. */
export interface ToolHandler<Args extends object = object, Output = ToolOutput> {
  // A property, not a method: only then does the compiler reject a `call` with other arguments.
  /** Answers one `tools/call`, with arguments that have passed all their rules. A framework may inject further parameters. */
  call: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<Output | CallToolResult>;
}

/** A class that can be decorated with `@Tool`; by default, with any arguments and any output. */
export type ToolClass<Args extends object = never, Output = unknown> = InjectableClass<ToolHandler<Args, Output>>;
