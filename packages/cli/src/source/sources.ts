import type { Class, Definition } from '@cuecard/core';
import { SourceFile } from './source-file.js';
import { child, children, memberOf, nameOf, type Syntax } from './syntax.js';

/** A module of the project, once it has been evaluated. */
export interface EvaluatedFile {
  readonly file: string;
  readonly current?: { readonly exports: Readonly<Record<string, unknown>> } | undefined;
}

/** A class, member or object in a file. */
export interface Declaration {
  readonly source: SourceFile;
  /** The whole declaration. */
  readonly node: Syntax;
  /** The node of its name. */
  readonly name: Syntax;
}

/** Finds definitions and arguments in the files of a project. */
export class Sources {
  readonly #files: readonly EvaluatedFile[];
  readonly #sources = new Map<string, SourceFile>();
  /** The files that export classes. */
  #homes: ReadonlyMap<unknown, string> | undefined;

  constructor(files: Iterable<EvaluatedFile>) {
    this.#files = [...files];
  }

  /** The files that contain a string. */
  containing(text: string): SourceFile[] {
    return this.#files.map(({ file }) => this.#source(file)).filter((source) => source.text.includes(text));
  }

  /** The values that the files export. */
  get exports(): readonly unknown[] {
    return this.#files.flatMap(({ current }) => Object.values(current?.exports ?? {}));
  }

  /** The class of a definition, its method, or the call that made it from data. */
  definition({ type, kind, method }: Pick<Definition, 'type' | 'kind' | 'method'>): Declaration | undefined {
    if (method.isDeclared) return this.member(type as Class, method.name);
    return this.classOf(type) ?? this.#call(`define${capitalize(kind.name)}`, type.name);
  }

  /** The version in an object literal with this name and version, such as a pack. */
  version({ name, version }: { readonly name: string; readonly version: string }): Declaration | undefined {
    return this.#first(version, (source) => {
      const node = source.objects.find((each) => textIn(each, 'name') === name && textIn(each, 'version') === version);
      const key = memberOf(node, 'version');
      return node && key && { source, node, name: key };
    });
  }

  /** Finds a class. A class of the same name in the file `near` comes first. */
  classOf(type: Class, near?: SourceFile): Declaration | undefined {
    const file = this.#exporting(type);
    const home = file === undefined ? near : this.#source(file);
    return classIn(home, type.name) ?? this.#first(type.name, (source) => classIn(source, type.name));
  }

  /** Finds an enum or a named type. A type in the file `near` comes first. */
  typeNamed(name: string, near: SourceFile): Declaration | undefined {
    return typeIn(near, name) ?? this.#first(name, (source) => typeIn(source, name));
  }

  /** The property of an argument in its class or a base class, or its entry in data. */
  argument(definition: Definition, { name, property }: { readonly name: string; readonly property: string }) {
    const found = this.definition(definition);
    if (found?.node.type === 'CallExpression') return dataArgument(found, name);
    return this.member(definition.arguments.type, property, found?.source);
  }

  /** The property of a class or its base classes. */
  member(type: Class, property: string, near?: SourceFile): Declaration | undefined {
    const declared = this.classOf(type, near);
    const node = memberOf(declared?.node, property);
    const name = child(node, 'key');
    if (declared !== undefined && node !== undefined && name !== undefined)
      return { source: declared.source, node, name };
    const parent: unknown = Object.getPrototypeOf(type);
    if (typeof parent !== 'function' || parent === Function.prototype) return undefined;
    return this.member(parent as Class, property, declared?.source ?? near);
  }

  #call(callee: string, name: string): Declaration | undefined {
    return this.#first(name, (source) => {
      const calls = source.definitions.filter((call) => child(call, 'callee')?.['name'] === callee);
      const found = calls.find((call) => nameOf(child(memberOf(dataOf(call), 'name'), 'value')) === name);
      const shown = child(memberOf(found && dataOf(found), 'name'), 'value');
      return found && shown && { source, node: found, name: shown };
    });
  }

  #first(name: string, find: (source: SourceFile) => Declaration | undefined): Declaration | undefined {
    for (const source of this.containing(name)) {
      const found = find(source);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #exporting(type: Class): string | undefined {
    this.#homes ??= new Map(
      this.#files.flatMap(({ file, current }) => Object.values(current?.exports ?? {}).map((each) => [each, file])),
    );
    return this.#homes.get(type);
  }

  #source(file: string): SourceFile {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const source = new SourceFile(file);
    this.#sources.set(file, source);
    return source;
  }
}

function textIn(object: Syntax, name: string): string | undefined {
  return nameOf(child(memberOf(object, name), 'value'));
}

/** The object that a call turns into a definition. */
export function dataOf(call: Syntax): Syntax | undefined {
  return children(call, 'arguments')[0];
}

function classIn(source: SourceFile | undefined, name: string): Declaration | undefined {
  const node = source?.classes.find((each) => nameOf(child(each, 'id')) === name);
  const id = child(node, 'id');
  return source && node && id && { source, node, name: id };
}

function typeIn(source: SourceFile, name: string): Declaration | undefined {
  const node = source.types.find((each) => nameOf(child(each, 'id')) === name);
  const id = child(node, 'id');
  return node && id && { source, node, name: id };
}

function dataArgument({ source, node }: Declaration, name: string): Declaration | undefined {
  const list = children(child(memberOf(dataOf(node), 'args'), 'value'), 'elements');
  const found = list.find((each) => nameOf(child(memberOf(each, 'name'), 'value')) === name);
  const shown = child(memberOf(found, 'name'), 'value');
  return found && shown && { source, node: found, name: shown };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
