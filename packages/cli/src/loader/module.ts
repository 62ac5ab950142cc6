/** A file of the project that has been imported, through all its versions. */
export class Module {
  readonly file: string;
  /** What importers see; nothing before it has been evaluated for the first time. */
  current: ModuleInstance | undefined;

  constructor(file: string) {
    this.file = file;
  }
}

/** One evaluation of a module. */
export class ModuleInstance {
  readonly module: Module;
  source: string;
  /** What it exports; the members are getters. */
  readonly exports: Record<string, unknown>;
  /** What it imports by name, whether or not it has read it. */
  readonly imports = new Map<Module, Set<string>>();
  /** The modules of which something was read while it was evaluated, by it or by what it called. */
  readonly uses = new Set<Module>();
  /** When another instance takes its place, those of the modules that it imports at that moment: its code is still running. */
  former: ReadonlyMap<Module, ModuleInstance> | undefined;
  evaluated: Promise<void> | undefined;
  /** Those whose evaluation it waits for. */
  readonly awaits = new Set<ModuleInstance>();
  isEvaluated = false;

  constructor(module: Module, source: string) {
    this.module = module;
    this.source = source;
    this.exports = Object.create(null) as Record<string, unknown>;
    Object.defineProperty(this.exports, Symbol.toStringTag, { value: 'Module' });
  }

  addImport(module: Module, names: readonly string[] = []): void {
    const known = this.imports.get(module) ?? new Set();
    this.imports.set(module, known);
    for (const name of names) known.add(name);
  }

  /** Whether its evaluation waits, directly or not, for another one. */
  waitsFor(other: ModuleInstance, seen = new Set<ModuleInstance>()): boolean {
    if (this === other) return true;
    seen.add(this);
    return [...this.awaits].some((each) => !seen.has(each) && each.waitsFor(other, seen));
  }

  /** Keeps what its imports are now for code of it that still runs. */
  retire(): void {
    const known = [...this.imports.keys()].flatMap(({ current }) => (current === undefined ? [] : [current]));
    this.former = new Map(known.map((each) => [each.module, each]));
  }
}
