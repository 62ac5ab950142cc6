import type { Class, Definition } from '@cuecard/core';
import { pathFrom } from '../files.js';
import type { LoadedFile } from '../loader/module.js';
import { codeFrame, type Position } from '../outcome/code-frame.js';
import type { SourcePlace } from '../playground/options.js';
import { SourceFile } from './source-file.js';
import { child, children, memberOf, nameOf, type Syntax } from './syntax.js';

/** A place in a file, and the lines around it. */
export interface SourceLocation {
  readonly where: SourcePlace;
  readonly frame?: string;
}

/** A class, member or object in a file. */
export interface Declaration {
  readonly source: SourceFile;
  /** The whole declaration. */
  readonly node: Syntax;
  /** The node of its name. */
  readonly name: Syntax;
}

/** Finds declarations in the files of a project. */
export class Sources {
  readonly #files: readonly LoadedFile[];
  readonly #folder: string;
  readonly #sources = new Map<string, SourceFile>();
  /** The files that export classes. */
  #homes: ReadonlyMap<unknown, string> | undefined;

  /** @param folder the folder that places are relative to */
  constructor(files: readonly LoadedFile[], folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** The path of a file for users. */
  pathOf(file: string): string {
    return pathFrom(this.#folder, file);
  }

  placeOf({ source, name }: Declaration): SourcePlace & Position {
    return { path: this.pathOf(source.file), ...source.positionOf(name.start) };
  }

  /** Describes a place for users; without a position, the file. */
  locate(file: string, position?: Position): SourceLocation {
    const where = { path: this.pathOf(file), ...position };
    const { text } = this.#source(file);
    return position === undefined || text === '' ? { where } : { where, frame: codeFrame(text, position) };
  }

  /** Describes the first place in a file that contains a string. */
  mention(file: string, text: string): SourceLocation {
    const source = this.#source(file);
    const offset = source.text.indexOf(text);
    return this.locate(file, offset === -1 ? undefined : source.positionOf(offset));
  }

  /** Finds a declaration at the top level of a file, or a member of the class. */
  topLevel(name: string, member?: string): Declaration | undefined {
    return this.#first(name, (source) => {
      const node = source.declarations.find((each) => nameOf(child(each, 'id')) === name);
      const key = member === undefined ? undefined : child(memberOf(node, member), 'key');
      const own = key ?? child(node, 'id');
      return node && own && { source, node, name: own };
    });
  }

  /** The files that contain a string. */
  containing(text: string): SourceFile[] {
    return this.#files.map(({ file }) => this.#source(file)).filter((source) => source.text.includes(text));
  }

  /** The values that the files export. */
  get exports(): readonly unknown[] {
    return this.#files.flatMap(({ exports }) => Object.values(exports));
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
      this.#files.flatMap(({ file, exports }) => Object.values(exports).map((value) => [value, file] as const)),
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
