// The public API, listed by hand. Anything else may change in any release.
export { callTool, readResource, renderPrompt } from './calls/call.js';
export { completeArgument, type Completion, type CompletionSetup } from './calls/completion.js';
export { fake } from './calls/subject.js';
export type { CallSetup } from './calls/setup.js';
export type { Values, Testable, TestableHandler, TestableMethod } from './calls/subject.js';
export { ExpectationError, type TokenCounter, countTokens, expectContract } from './checks/checks.js';
export type { ArgumentErrors } from './checks/checks.js';
export { connect, type ConnectOptions, type ProtocolRevision } from './connect/connect.js';
export type { ConnectedClient } from './connect/connected-client.js';
export type { ElicitationAnswer, ElicitationAnswers, Question } from './context/fake-context.js';
export {
  type FakeContext,
  fakeContext,
  type FakeContextOptions,
  type LogLine,
  type ProgressReport,
  asHost,
  type HostName,
  hostNames,
} from './context/fake-context.js';
export { fuzzPrompt, fuzzResource, type FuzzSetup, fuzzTool } from './generation/fuzz.js';
export { estimateTokens } from './contract/tokens.js';
export { normalizeFences } from './contract/manifest/rendered-examples.js';
export { formatResult } from './reading/format-result.js';
export type { Result } from './reading/texts.js';
export {
  expectCompletion,
  expectFenced,
  expectTokenBudget,
  expectArgumentErrors,
  expectText,
  type CuecardMatchers,
  matchers,
  serializer,
} from './runners/expectations.js';
export { expectSafe, type SafetySetup } from './safety/expect-safe.js';
export { type Injection, INJECTIONS } from './safety/sample.js';
