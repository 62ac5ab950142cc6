import { certainRules, isAbsent, type PropertyPlan } from './property-plan.js';
import type { Site } from './validation.js';
import type { Rule, RuleMetadata } from './validation-rules.js';

/** A rule that an object breaks as it is made. */
export interface BrokenRule {
  /** The property of the object. */
  readonly property: string;
  /** The way from the property to what breaks the rule; empty for the property itself. */
  readonly path: string;
  /** Nothing where a required member is absent. */
  readonly rule: RuleMetadata | undefined;
}

/** The rules of a class, as far as they can be judged at start-up. */
export interface JudgedRules {
  readonly properties: readonly PropertyPlan[];
  isBroken(rule: Rule, site: Site): boolean;
  /** The rules of the class that a value is of. */
  rulesFor(value: object): JudgedRules | undefined;
}

/** Where a property is in the object that is judged. */
interface Place {
  /** The way to it; empty for a property of the object itself. */
  readonly path: string;
  /** The objects that it is in. */
  readonly above: readonly object[];
}

/**
 * The rules that a new instance breaks. Only rules of class-validator that hold in any case are judged: those of the
 * application may need services, and conditions may depend on other arguments.
 */
export function brokenRules(rules: JudgedRules, object: object): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  for (const property of rules.properties) {
    if (valueOf(object, property.name) === undefined) continue;
    for (const each of brokenAt(rules, property, object, { path: '', above: [object] }))
      broken.push({ ...each, property: property.name });
  }
  return broken;
}

type Broken = Omit<BrokenRule, 'property'>;

function brokenAt(rules: JudgedRules, property: PropertyPlan, object: object, place: Place): Broken[] {
  const { name, presence, conditions, isOptional } = property;
  const { path } = place;
  const value = valueOf(object, name);
  if (conditions.length > 0 || (isOptional && value === undefined)) return [];
  if (presence !== undefined && isAbsent(value, presence))
    return presence.isRequired ? [{ rule: undefined, path }] : [];
  const broken = certainRules(property, value).filter((rule) => rules.isBroken(rule, { object, value, path: name }));
  const isNested = property.nested !== undefined || presence?.isNested === true;
  return [
    ...broken.map(({ metadata }) => ({ rule: metadata, path })),
    ...(isNested ? brokenInside(rules, value, place) : []),
  ];
}

/** The rules that the members of an object break, or of the objects in a list. */
function brokenInside(rules: JudgedRules, value: unknown, { path, above }: Place): Broken[] {
  if (typeof value !== 'object' || value === null || above.includes(value)) return []; // Objects may hold themselves.
  const within = [...above, value];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => brokenInside(rules, item, { path: `${path}[${index}]`, above: within }));
  }
  const inner = rules.rulesFor(value);
  if (inner === undefined) return [];
  const placeOf = ({ name }: PropertyPlan) => ({ path: path === '' ? name : `${path}.${name}`, above: within });
  return inner.properties.flatMap((each) => brokenAt(inner, each, value, placeOf(each)));
}

function valueOf(object: object, property: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[property];
}
