import type { AnswerServices } from '../definition/kind.js';
import { HandlerCall } from '../engine/handler-call.js';
import { OutputCheck } from '../prompt/output-check.js';
import { PROMPT } from '../prompt/prompt.js';
import type { CallToolResult, GetPromptResult, ReadResourceResult } from '../protocol.js';
import type { RuntimeServices } from '../request/request.js';
import { RESOURCE } from '../resource/resource-kind.js';
import { TOOL } from '../tool/tool.js';

/** The ways in which handlers are called. */
export interface Calls {
  /** Answers `prompts/get`, with strings from the wire. */
  readonly get: HandlerCall<GetPromptResult>;
  /** Answers calls of prompts as tools, with JSON from the wire. */
  readonly getAsTool: HandlerCall<GetPromptResult>;
  /** Answers calls in process, with typed values. */
  readonly render: HandlerCall<GetPromptResult>;
  /** Answers `tools/call`, with JSON from the wire. */
  readonly callTool: HandlerCall<CallToolResult>;
  /** Answers calls of tools in process, with typed values. */
  readonly runTool: HandlerCall<CallToolResult>;
  /** Answers `resources/read`. */
  readonly read: HandlerCall<ReadResourceResult>;
  /** Answers reads of resource classes in process, with typed values. */
  readonly readTyped: HandlerCall<ReadResourceResult>;
}

/** @param askForMissing whether the user is asked for arguments that are missing */
export function callsWith(services: RuntimeServices & AnswerServices, askForMissing: boolean): Calls {
  const calls = { services, askForMissing, logged: new Set<string>() };
  const reads = { ...calls, askForMissing: false }; // A URI has its arguments, and none besides.
  const messages = PROMPT.answers(services);
  const asTool = new OutputCheck({ ...services, sentAs: 'tools' });
  const results = TOOL.answers(services);
  const contents = RESOURCE.answers(services);
  return {
    get: new HandlerCall(PROMPT, messages, { ...calls, origin: 'text' }),
    getAsTool: new HandlerCall(PROMPT, asTool, { ...calls, origin: 'sent' }),
    render: new HandlerCall(PROMPT, messages, { ...calls, origin: 'value' }),
    callTool: new HandlerCall(TOOL, results, { ...calls, origin: 'sent' }),
    runTool: new HandlerCall(TOOL, results, { ...calls, origin: 'typed' }),
    read: new HandlerCall(RESOURCE, contents, { ...reads, origin: 'text' }),
    readTyped: new HandlerCall(RESOURCE, contents, { ...reads, origin: 'value' }),
  };
}
