import { setTimeout as wait } from 'node:timers/promises';
import { type RequestContext, Tool, type ToolHandler } from '@cuecard/core';

// The names and what is reported are the conformance suite's.

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
