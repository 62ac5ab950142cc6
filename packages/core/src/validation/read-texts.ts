import type { PropertyPlan } from './property-plan.js';
import type { Site } from './validation.js';
import type { Notation, RuleMetadata } from './validation-rules.js';

/** The strings that properties were read from, for rules that are judged on text. */
export class ReadTexts {
  /** Whether any rule is judged on the string that its value was read from. */
  readonly isNeeded: boolean;
  readonly #properties: ReadonlySet<string>;
  readonly #texts = new WeakMap<object, Map<string, string>>();

  private constructor(properties: ReadonlySet<string>) {
    this.#properties = properties;
    this.isNeeded = properties.size > 0;
  }

  static readonly #none = new ReadTexts(new Set());

  static of(properties: readonly PropertyPlan[]): ReadTexts {
    const judged = properties.filter(({ rules }) => rules.some(({ notation }) => notation?.isAsRead));
    return judged.length === 0 ? ReadTexts.#none : new ReadTexts(new Set(judged.map(({ name }) => name)));
  }

  /** Keeps the string that a property was read from, if a rule needs it. */
  keep(object: object, property: string, text: unknown): void {
    if (typeof text !== 'string' || !this.#properties.has(property)) return;
    const texts = this.#texts.get(object) ?? new Map<string, string>();
    this.#texts.set(object, texts.set(property, text));
  }

  /** The input of a rule judged on text: the string that was read, else the written form of the value or its items. */
  of({ write, isAsRead }: Notation, rule: RuleMetadata, { object, value }: Omit<Site, 'path'>): unknown {
    if (value === undefined || value === null) return value;
    if (rule.each && Array.isArray(value)) return value.map((item) => write(item as never));
    const text = isAsRead ? this.#texts.get(object)?.get(rule.propertyName) : undefined;
    return text ?? write(value as never);
  }
}
