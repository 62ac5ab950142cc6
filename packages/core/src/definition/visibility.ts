import type { RequestContext } from '../api/context.js';
import { ignoreRejection } from '../promises.js';
import { functionOf, areStrings, OptionKind, BOOLEAN, type OptionKinds } from '../text/option-kinds.js';
/** Decides whether the caller may see a definition. Runs once per request, synchronously. */
export type VisibleTest = (context: RequestContext) => boolean;

export interface VisibilityOptions {
  /**
   * Returns whether the caller may see the definition; otherwise the definition does not exist for the caller. The
   * function can read data that interceptors have put into the request's bag. If it throws, or does not return a
   * boolean, the definition is hidden and the error is logged.
   * @default every caller may see it
   */
  readonly visible?: VisibleTest;
  /**
   * The scopes that the caller's token must have. An unverified caller has no scopes.
   * @default none
   */
  readonly scopes?: readonly string[];
  /**
   * Whether callers without the scopes may see the definition, but not use it. Calls then fail with an
   * `InsufficientScopeError`. Over HTTP that is a 403 that names the scopes, so that the client can get a new token
   * (basic/authorization, "Scope Challenge Handling").
   * @default false: the definition does not exist for callers without the scopes
   */
  readonly stepUp?: boolean;
}

export const VISIBILITY_OPTIONS: OptionKinds<VisibilityOptions> = {
  visible: functionOf('(context) that returns true or false'),
  scopes: new OptionKind('an array of strings, such as ["prompts:read"]', areStrings),
  stepUp: BOOLEAN,
};

/**
 * Decides who may see and use a definition: combines the definition's own visibility options with those of its packs.
 */
export class Visibility {
  /** The scopes that are required to see the definition. */
  readonly #scopes: readonly string[];
  readonly #tests: readonly VisibleTest[];
  /** The scopes that are required to use the definition, which is visible without them. */
  readonly #stepUp: readonly string[];

  private constructor(scopes: Iterable<string>, tests: Iterable<VisibleTest>, stepUp: Iterable<string>) {
    this.#scopes = [...new Set(scopes)].toSorted();
    this.#tests = [...new Set(tests)];
    this.#stepUp = [...new Set(stepUp)].toSorted();
  }

  /** Returns `undefined` if every caller may see and use the definition. */
  static of({ visible, scopes = [], stepUp = false }: VisibilityOptions): Visibility | undefined {
    if (visible === undefined && scopes.length === 0) return undefined;
    return new Visibility(stepUp ? [] : scopes, visible === undefined ? [] : [visible], stepUp ? scopes : []);
  }

  /** The scopes that the caller's token must have, in code unit order. */
  get scopes(): readonly string[] {
    return this.#stepUp.length === 0 ? this.#scopes : [...new Set([...this.#scopes, ...this.#stepUp])].toSorted();
  }

  get isTested(): boolean {
    return this.#tests.length > 0;
  }

  /** Combines two visibilities. The outer visibility's tests run first. */
  static combine(outer: Visibility | undefined, inner: Visibility | undefined): Visibility | undefined {
    if (outer === undefined || inner === undefined) return outer ?? inner;
    return new Visibility(
      [...outer.#scopes, ...inner.#scopes],
      [...outer.#tests, ...inner.#tests],
      [...outer.#stepUp, ...inner.#stepUp],
    );
  }

  /** Whether two visibilities have the same scopes and the same test functions. */
  static isSame(one: Visibility | undefined, other: Visibility | undefined): boolean {
    if (one === undefined || other === undefined) return one === other;
    const ids = [...one.#tests, ...other.#tests];
    const idOf = (test: VisibleTest) => ids.indexOf(test);
    return one.key(idOf) === other.key(idOf);
  }

  /** Returns a key that is the same for equal visibilities. `idOf` identifies a test. */
  key(idOf: (test: VisibleTest) => number): string {
    return JSON.stringify([this.#scopes, this.#tests.map(idOf), this.#stepUp]);
  }

  /** Whether the caller has the scopes to use the definition. */
  permits({ auth }: RequestContext): boolean {
    return this.#stepUp.length === 0 || hasScopes(auth?.scopes, this.#stepUp);
  }

  /** Whether the caller may see the definition: the caller has the scopes and passes every test. */
  passes({ auth }: RequestContext, runTest: (test: VisibleTest) => boolean): boolean {
    if (this.#scopes.length > 0 && !hasScopes(auth?.scopes, this.#scopes)) return false;
    return this.#tests.every(runTest);
  }
}

/** The results of visibility tests in one request. Each test runs once, so that all parts of the response agree. */
export class VisibilityResults {
  readonly #context: RequestContext;
  readonly #onError: (error: unknown) => void;
  readonly #byTest = new Map<VisibleTest, boolean>();

  /** @param onError receives the error of a failing test, whose result counts as `false` */
  constructor(context: RequestContext, onError: (error: unknown) => void) {
    this.#context = context;
    this.#onError = onError;
  }

  allows(rule: Visibility): boolean {
    return rule.passes(this.#context, (test) => this.#verdictOf(test));
  }

  #verdictOf(test: VisibleTest): boolean {
    const known = this.#byTest.get(test);
    if (known !== undefined) return known;
    const verdict = this.#evaluate(test);
    this.#byTest.set(test, verdict);
    return verdict;
  }

  #evaluate(test: VisibleTest): boolean {
    try {
      return requireBoolean('visible', test(this.#context));
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }
}

// Checks for an array: an adapter may pass the scopes as one string, and `includes` would then match parts of a scope.
function hasScopes(value: unknown, required: readonly string[]): boolean {
  return areStrings(value) && required.every((scope) => value.includes(scope));
}

/** @throws {TypeError} if `verdict`, which the function `name` returned, is not a boolean */
export function requireBoolean(name: string, verdict: unknown): boolean {
  if (typeof verdict === 'boolean') return verdict;
  ignoreRejection(verdict);
  throw new TypeError(
    `${name} must synchronously return true or false, but returned a value of type ${typeof verdict}`,
  );
}
