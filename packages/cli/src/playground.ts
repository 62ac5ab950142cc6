// The public API, listed by hand. Anything else may change in any release.
export { createPlayground, type Playground } from './playground/playground.js';
export type {
  PlaygroundOptions,
  ProjectEvent,
  ProjectProblem,
  SourcePlace,
  ThrownError,
} from './playground/options.js';
