import type { RequestContext } from '../api/context.js';
import { swallowRejection } from '../pending.js';
import { functionOf, isTexts, OptionKind } from '../text/option-kinds.js';
import type { Known } from '../text/unknown-keys.js';

/** Says whether the caller may know of a prompt. It is asked once a request, and must answer at once. */
export type VisibleTest = (context: RequestContext) => boolean;

export interface VisibilityOptions {
  /**
   * Whether the caller may know of it: otherwise it is as unknown as what does not exist. What it goes by must be known
   * by then; interceptors put it into the bag. A test that throws, or gives anything but true or false, hides and is logged.
   * @default everybody may
   */
  readonly visible?: VisibleTest;
  /**
   * The scopes that the caller's token must have, all of them; without verified auth it is unknown.
   * @default none
   */
  readonly scopes?: readonly string[];
}

/** What the options of visibility must be. */
export const VISIBILITY_OPTIONS: Known<VisibilityOptions> = {
  visible: functionOf('(context) that returns true or false'),
  scopes: new OptionKind('an array of strings, such as ["prompts:read"]', isTexts),
};

/** Who may know of a prompt: its own rule, and those of the packs it came in. */
export class Visibility {
  readonly #scopes: readonly string[];
  readonly #tests: readonly VisibleTest[];

  private constructor(scopes: Iterable<string>, tests: Iterable<VisibleTest>) {
    this.#scopes = [...new Set(scopes)].toSorted();
    this.#tests = [...new Set(tests)];
  }

  /** Gives nothing where everybody may know. */
  static of({ visible, scopes = [] }: VisibilityOptions): Visibility | undefined {
    if (visible === undefined && scopes.length === 0) return undefined;
    return new Visibility(scopes, visible === undefined ? [] : [visible]);
  }

  /** Both rules in one; the outer is asked first. */
  static both(outer: Visibility | undefined, inner: Visibility | undefined): Visibility | undefined {
    if (outer === undefined || inner === undefined) return outer ?? inner;
    return new Visibility([...outer.#scopes, ...inner.#scopes], [...outer.#tests, ...inner.#tests]);
  }

  /** Whether both let the same callers know, as far as can be told: tests are compared by what they are. */
  static isSame(one: Visibility | undefined, other: Visibility | undefined): boolean {
    if (one === undefined || other === undefined) return one === other;
    const ids = [...one.#tests, ...other.#tests];
    const idOf = (test: VisibleTest) => ids.indexOf(test);
    return one.key(idOf) === other.key(idOf);
  }

  /** The same for rules that say the same; `idOf` tells functions apart. */
  key(idOf: (test: VisibleTest) => number): string {
    return JSON.stringify([this.#scopes, this.#tests.map(idOf)]);
  }

  /** Whether the caller has the scopes, and every test says so; `ask` puts a test. */
  isMet({ auth }: RequestContext, ask: (test: VisibleTest) => boolean): boolean {
    if (this.#scopes.length > 0 && !hasScopes(auth?.scopes, this.#scopes)) return false;
    return this.#tests.every(ask);
  }
}

/** What has been decided for one request: every test is put once, so that all parts of an answer agree. */
export class Verdicts {
  readonly #context: RequestContext;
  readonly #failed: (error: unknown) => void;
  readonly #byTest = new Map<VisibleTest, boolean>();

  /** @param failed is called with the reason why a test returned no verdict, which counts as a no */
  constructor(context: RequestContext, failed: (error: unknown) => void) {
    this.#context = context;
    this.#failed = failed;
  }

  allows(rule: Visibility): boolean {
    return rule.isMet(this.#context, (test) => this.#ask(test));
  }

  #ask(test: VisibleTest): boolean {
    const known = this.#byTest.get(test);
    if (known !== undefined) return known;
    const verdict = this.#put(test);
    this.#byTest.set(test, verdict);
    return verdict;
  }

  #put(test: VisibleTest): boolean {
    try {
      return checked(test(this.#context));
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }
}

// An adapter of the application may give anything: a text would include parts of its scopes.
function hasScopes(given: unknown, wanted: readonly string[]): boolean {
  return isTexts(given) && wanted.every((scope) => given.includes(scope));
}

function checked(verdict: unknown): boolean {
  if (typeof verdict === 'boolean') return verdict;
  swallowRejection(verdict);
  throw new TypeError(`visible must give true or false, at once, and gave something of the type ${typeof verdict}`);
}
