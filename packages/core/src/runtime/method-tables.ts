import type { RuntimeMethod } from './methods.js';

type Methods = ReadonlyMap<string, RuntimeMethod>;

/** The methods of each capability. */
type Rows = Readonly<Record<RuntimeMethod['capability'], readonly RuntimeMethod[]>>;

/** The kinds that a runtime offers. */
type Offered = Readonly<Record<'prompts' | 'tools' | 'resources', boolean>>;

/** The methods by name, for each set of capabilities. Each table is made once: every request looks into one. */
export class MethodTables {
  readonly #rows: Rows;
  readonly #tables: (Methods | undefined)[] = [];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  of(offered: Offered): Methods {
    const { prompts, tools, resources } = offered;
    const index = (prompts ? 1 : 0) + (tools ? 2 : 0) + (resources ? 4 : 0);
    return (this.#tables[index] ??= this.#table(offered));
  }

  #table({ prompts, tools, resources }: Offered): Methods {
    const rows = [
      ...(prompts ? this.#rows.prompts : []),
      ...(prompts || resources ? this.#rows.completions : []),
      ...(tools ? this.#rows.tools : []),
      ...(resources ? this.#rows.resources : []),
    ];
    return new Map(rows.map((method) => [method.name, method]));
  }
}
