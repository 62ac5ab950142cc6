// The public API, listed by hand. Anything else may change in any release.
export { callTool, readResource, renderPrompt } from './calls/call.js';
export { completeArgument, type Completion, type CompletionSetup } from './calls/completion.js';
export { fake } from './calls/fake.js';
export type { Definable } from './calls/served-by.js';
export type { CallSetup } from './calls/setup.js';
export type { Values } from './calls/subject.js';
export { ExpectationError } from './checks/expectation-error.js';
export type { Refused } from './checks/refuses.js';
export { expectContract } from './checks/contract.js';
export { type TokenCounter, tokensOf } from './checks/token-budget.js';
export { connect, type ConnectOptions, type Era } from './connect/connect.js';
export type { ConnectedClient } from './connect/connected-client.js';
export type { Answer, Answers, Question } from './context/answers.js';
export {
  type FakeContext,
  fakeContext,
  type FakeContextOptions,
  type LogLine,
  type ProgressReport,
} from './context/fake-context.js';
export { asHost, type HostName, hostNames } from './context/hosts.js';
export { fuzzPrompt, fuzzResource, type FuzzSetup, fuzzTool } from './generation/fuzz.js';
export { estimateTokens } from './contract/comparison/tokens.js';
export { withStableFences } from './contract/manifest/stable-fences.js';
export { print } from './reading/print.js';
export type { Result } from './reading/result.js';
export { expectCompletion, expectFences, expectFitsTokens, expectRefuses, expectSays } from './runners/expectations.js';
export { type CuecardMatchers, matchers } from './runners/matchers.js';
export { serializer } from './runners/serializer.js';
export { expectSafe, type SafetySetup } from './safety/expect-safe.js';
export { type Injection, INJECTIONS } from './safety/injections.js';
