/** The input of a form as the user typed it. Scalars are strings, and empty fields are missing. */
export type Draft = { readonly [name: string]: DraftValue | undefined };

export type DraftValue = string | boolean | Draft | readonly DraftValue[];

/** The path of a value in a draft: property names, and indexes of lists. */
export type Path = readonly (string | number)[];

/** Reads an own property: arguments may have names such as `constructor`. */
export function ownOf<T>(of: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Returns a draft with another value at a path. `undefined` removes the property. */
export function withValue(draft: Draft, path: Path, value: DraftValue | undefined): Draft {
  return (replace(draft, path, value) ?? {}) as Draft;
}

function replace(at: DraftValue | undefined, path: Path, value: DraftValue | undefined): DraftValue | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(at) ? [...(at as readonly DraftValue[])] : [];
    const item = replace(list[first], rest, value);
    return item === undefined
      ? list.toSpliced(first, 1)
      : list.with(Math.min(first, list.push('') - 1), item).slice(0, -1);
  }
  const { [first]: former, ...others } = isDraft(at) ? at : {};
  const member = replace(former, rest, value);
  return member === undefined || member === '' ? others : { ...others, [first]: member };
}

export function isDraft(value: DraftValue | undefined): value is Draft {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A path as the server writes it in its errors: `stops[0].city`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
