type Decorator = (target: object, key?: string | symbol, place?: unknown) => unknown;

// What compiled decorators call, as tsc emits it (tslib: __decorate, __metadata, __param).

function decorate(decorators: readonly Decorator[], target: object, key?: string | symbol, given?: unknown): unknown {
  const isClass = key === undefined;
  let result: unknown = isClass ? target : descriptorOf(target, key, given);
  for (const each of decorators.toReversed()) {
    const changed = isClass ? each(result as object) : each(target, key, result ?? undefined);
    result = changed ?? result;
  }
  if (!isClass && result !== undefined && result !== null)
    Object.defineProperty(target, key, result as PropertyDescriptor);
  return result;
}

/** `null` asks for the descriptor of a method; `void 0` says that a field has none. */
function descriptorOf(target: object, key: string | symbol, given: unknown): unknown {
  return given === null ? Object.getOwnPropertyDescriptor(target, key) : given;
}

function decorateMetadata(key: string, value: unknown): Decorator | undefined {
  const { metadata } = Reflect as { readonly metadata?: (key: string, value: unknown) => Decorator };
  return metadata?.(key, value) ?? (() => undefined);
}

function decorateParam(index: number, decorator: Decorator): Decorator {
  return (target, key) => decorator(target, key, index);
}

/** What compiled code expects as `babelHelpers`. */
export const HELPERS: Readonly<Record<string, Function>> = { decorate, decorateMetadata, decorateParam };
