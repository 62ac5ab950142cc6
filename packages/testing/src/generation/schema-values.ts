import type * as fastCheck from 'fast-check';
import type { Schema } from '../contract/manifest/manifest.js';
import { resolveRules } from '../contract/schema.js';
import { numbersFor, wholeNumbersFor } from './schema-numbers.js';
import { textsFor } from './schema-texts.js';

type FastCheck = typeof fastCheck;
type Values = fastCheck.Arbitrary<unknown>;

/** The maximum depth of nested objects, because classes may contain themselves. */
const MAX_DEPTH = 3;

/** Generates values that a schema accepts. Rules outside the schema may reject some of them. */
export class SchemaValues {
  readonly #fc: FastCheck;
  readonly #root: Schema;

  constructor(fc: FastCheck, root: Schema) {
    this.#fc = fc;
    this.#root = root;
  }

  arguments(): fastCheck.Arbitrary<Record<string, unknown>> {
    return this.#object(this.#root, 0);
  }

  #generate(input: Schema, depth: number): Values {
    const fc = this.#fc;
    const schema = resolveRules(input, this.#root);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (schema.const !== undefined) return fc.constant(schema.const);
    switch (schema.type) {
      case 'string':
        return textsFor(schema, fc);
      case 'integer':
        return wholeNumbersFor(schema, fc);
      case 'number':
        return numbersFor(schema, fc);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return this.#array(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  #array({ items = {}, minItems = 0, maxItems = minItems + 5, uniqueItems }: Schema, depth: number): Values {
    if (depth >= MAX_DEPTH && minItems === 0) return this.#fc.constant([]);
    const item = this.#generate(items, depth + 1);
    const length = { minLength: minItems, maxLength: maxItems };
    return uniqueItems === true ? this.#fc.uniqueArray(item, length) : this.#fc.array(item, length);
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): fastCheck.Arbitrary<Record<string, unknown>> {
    const isGiven = ([name]: [string, Schema]) => required.includes(name) || depth < MAX_DEPTH;
    const members = Object.entries(properties).filter(isGiven);
    const values = Object.fromEntries(members.map(([name, schema]) => [name, this.#generate(schema, depth + 1)]));
    return this.#fc.record(values, { requiredKeys: [...required] });
  }
}
