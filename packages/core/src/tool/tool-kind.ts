import type { ClassKind } from '../definition/kind.js';
import { checkedAnswer, LIST_TOOLS } from '../output/answer-shapes.js';
import type { CallToolResult, ListToolsResult, Tool } from '../protocol.js';
import { ResultCheck } from './result-check.js';
import { toolEntry } from './tool-entry.js';
import { TOOL_OPTIONS } from './tool-options.js';
import { compileSpecifics, specificsOf } from './tool-specifics.js';

export const TOOL: ClassKind<CallToolResult, ListToolsResult> = {
  name: 'tool',
  decorator: 'Tool',
  methods: { list: 'tools/list', call: 'tools/call' },
  handlerMethod: 'call',
  typedOrigin: 'typed',
  options: TOOL_OPTIONS,
  specificsOf: compileSpecifics,
  originOf: (origin, specifics) => (origin === 'sent' && !specificsOf(specifics).isCoerced ? 'exact' : origin),
  admit: (specifics, given, call) => specificsOf(specifics).headers?.check(given, call),
  subjectOf: (name) => `Tool "${name}"`,
  entryOf: toolEntry,
  pageOf: (entries, rest) => ({ tools: entries as Tool[], ...rest }), // `entryOf` has made them.
  recheckPage: (answer) => checkedAnswer(LIST_TOOLS, answer),
  answers: (services) => new ResultCheck(services),
};
