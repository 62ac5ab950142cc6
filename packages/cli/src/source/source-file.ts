import { readFileSync, existsSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { type Position, positionAt } from '../outcome/code-frame.js';
import { child, children, nameOf, nodesIn, type Syntax } from './syntax.js';
import { dirname, join } from 'node:path';

/** A comment and its lines, counted from 1. */
interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
  /** Whether no code precedes it on its line. */
  readonly isAlone: boolean;
}

interface Tree {
  readonly classes: readonly Syntax[];
  readonly definitions: readonly Syntax[];
  readonly objects: readonly Syntax[];
  readonly questions: readonly Syntax[];
  readonly types: readonly Syntax[];
  readonly comments: readonly Comment[];
}

/** A file of a project as a syntax tree. The file is parsed on first use. */
export class SourceFile {
  readonly file: string;
  readonly text: string;
  #tree: Tree | undefined;

  constructor(file: string) {
    this.file = file;
    this.text = readFileSync(file, 'utf8');
  }

  /** The classes that it declares. */
  get classes(): readonly Syntax[] {
    return this.#syntax.classes;
  }

  /** The calls of `definePrompt`, `defineTool` and `defineResource`. */
  get definitions(): readonly Syntax[] {
    return this.#syntax.definitions;
  }

  /** The calls of a method `ask`. */
  get questions(): readonly Syntax[] {
    return this.#syntax.questions;
  }

  /** The object literals. */
  get objects(): readonly Syntax[] {
    return this.#syntax.objects;
  }

  /** The enums and named types that it declares. */
  get types(): readonly Syntax[] {
    return this.#syntax.types;
  }

  get comments(): readonly Comment[] {
    return this.#syntax.comments;
  }

  positionOf(offset: number): Position {
    return positionAt(this.text, offset);
  }

  get #syntax(): Tree {
    return (this.#tree ??= this.#parse());
  }

  #parse(): Tree {
    const { program, comments } = parseSync(this.file, this.text);
    const nodes = [...nodesIn(program as unknown as Syntax)];
    return {
      classes: nodes.filter(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression'),
      definitions: nodes.filter(isDefinitionCall),
      questions: nodes.filter(isQuestion),
      types: nodes.filter(({ type }) => type === 'TSEnumDeclaration' || type === 'TSTypeAliasDeclaration'),
      objects: nodes.filter(({ type }) => type === 'ObjectExpression'),
      comments: comments.map(({ value, start, end }) => {
        const { line } = this.positionOf(start);
        const before = this.text.slice(this.text.lastIndexOf('\n', start - 1) + 1, start);
        const lastLine = this.positionOf(end).line;
        return { text: value, start, end, line, lastLine, isAlone: before.trim() === '' };
      }),
    };
  }
}

const CALLEE = /^define(?:Prompt|Tool|Resource)$/;

/** `context.ask(SeverityArgs, …)`. */
function isQuestion(node: Syntax): boolean {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined;
  return callee?.type === 'MemberExpression' && nameOf(child(callee, 'property')) === 'ask';
}

function isDefinitionCall(node: Syntax): boolean {
  const name = child(node, 'callee')?.['name'];
  return node.type === 'CallExpression' && typeof name === 'string' && CALLEE.test(name) && hasObject(node);
}

function hasObject(call: Syntax): boolean {
  return children(call, 'arguments')[0]?.type === 'ObjectExpression';
}

/** The package that a folder belongs to. */
export interface OwnPackage {
  readonly name: string;
  /** The folder of its package.json. */
  readonly folder: string;
}

/** The nearest package of a folder. */
export function packageOf(folder: string): OwnPackage | undefined {
  const file = join(folder, 'package.json');
  const { name } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: string }) : {};
  if (name !== undefined) return { name, folder };
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}
