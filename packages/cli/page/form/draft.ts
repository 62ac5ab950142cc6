/** What stands in a form, as it was typed: scalars are texts, and what is left empty is absent. */
export type Draft = { readonly [name: string]: DraftValue | undefined };

export type DraftValue = string | boolean | Draft | readonly DraftValue[];

/** The way to a value in a draft: names of members, and indexes in lists. */
export type Path = readonly (string | number)[];

/** A member of its own: arguments may have names such as `constructor`, which every object knows. */
export function ownOf<T>(of: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
}

/** A draft with another value at a path; `undefined` removes the member. */
export function withValue(draft: Draft, path: Path, value: DraftValue | undefined): Draft {
  return (replaced(draft, path, value) ?? {}) as Draft;
}

function replaced(at: DraftValue | undefined, path: Path, value: DraftValue | undefined): DraftValue | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(at) ? [...(at as readonly DraftValue[])] : [];
    const item = replaced(list[first], rest, value);
    return item === undefined
      ? list.toSpliced(first, 1)
      : list.with(Math.min(first, list.push('') - 1), item).slice(0, -1);
  }
  const { [first]: former, ...others } = isDraft(at) ? at : {};
  const member = replaced(former, rest, value);
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
