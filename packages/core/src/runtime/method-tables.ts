import type { RuntimeMethod } from './methods.js';

type Methods = ReadonlyMap<string, RuntimeMethod>;

/** The methods of each capability. */
type Rows = Readonly<Record<RuntimeMethod['capability'], readonly RuntimeMethod[]>>;

/** The capabilities that a runtime may lack. */
interface Offered {
  readonly tools: boolean;
  readonly resources: boolean;
}

/** The methods by name, for each set of capabilities. Each table is made once: every request looks into one. */
export class MethodTables {
  readonly #rows: Rows;
  readonly #tables: (Methods | undefined)[] = [];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  of({ tools, resources }: Offered): Methods {
    const index = (tools ? 1 : 0) + (resources ? 2 : 0);
    return (this.#tables[index] ??= this.#table({ tools, resources }));
  }

  #table({ tools, resources }: Offered): Methods {
    const { prompts, completions, ...rows } = this.#rows;
    const offered = [...prompts, ...completions, ...(tools ? rows.tools : []), ...(resources ? rows.resources : [])];
    return new Map(offered.map((method) => [method.name, method]));
  }
}
