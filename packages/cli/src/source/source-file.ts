import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { type Position, positionAt } from '../outcome/code-frame.js';
import { child, children, nameOf, nodesIn, type Syntax } from './syntax.js';

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
  /** The classes, functions, variables and types at the top level. */
  readonly declarations: readonly Syntax[];
  readonly byType: ReadonlyMap<string, readonly Syntax[]>;
  readonly comments: readonly Comment[];
}

/** A file of a project as a syntax tree. The file is parsed on first use. A deleted file is empty. */
export class SourceFile {
  readonly file: string;
  readonly text: string;
  #tree: Tree | undefined;

  constructor(file: string) {
    this.file = file;
    this.text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** The classes that it declares. */
  get classes(): readonly Syntax[] {
    return this.#nodes('ClassDeclaration', 'ClassExpression');
  }

  /** The calls of `definePrompt`, `defineTool` and `defineResource`. */
  get definitions(): readonly Syntax[] {
    return this.#nodes('CallExpression').filter(isDefinitionCall);
  }

  /** The calls of a method `ask`. */
  get questions(): readonly Syntax[] {
    return this.#nodes('CallExpression').filter(isQuestion);
  }

  /** The object literals. */
  get objects(): readonly Syntax[] {
    return this.#nodes('ObjectExpression');
  }

  /** The enums and named types that it declares. */
  get types(): readonly Syntax[] {
    return this.#nodes('TSEnumDeclaration', 'TSTypeAliasDeclaration');
  }

  /** The classes, functions, variables and types at its top level. */
  get declarations(): readonly Syntax[] {
    return this.#syntax.declarations;
  }

  get comments(): readonly Comment[] {
    return this.#syntax.comments;
  }

  positionOf(offset: number): Position {
    return positionAt(this.text, offset);
  }

  #nodes(...types: readonly string[]): readonly Syntax[] {
    return types.flatMap((type) => this.#syntax.byType.get(type) ?? []);
  }

  get #syntax(): Tree {
    return (this.#tree ??= this.#parse());
  }

  #parse(): Tree {
    const { program, comments } = parseSync(this.file, this.text);
    const root = program as unknown as Syntax;
    const byType = new Map<string, Syntax[]>();
    for (const node of nodesIn(root)) {
      const nodes = byType.get(node.type);
      if (nodes === undefined) byType.set(node.type, [node]);
      else nodes.push(node);
    }
    return {
      byType,
      declarations: children(root, 'body').flatMap(declarationsIn),
      comments: comments.map(({ value, start, end }) => {
        const { line } = this.positionOf(start);
        const before = this.text.slice(this.text.lastIndexOf('\n', start - 1) + 1, start);
        const lastLine = this.positionOf(end).line;
        return { text: value, start, end, line, lastLine, isAlone: before.trim() === '' };
      }),
    };
  }
}

function declarationsIn(statement: Syntax): readonly Syntax[] {
  const declared = child(statement, 'declaration') ?? statement;
  return declared.type === 'VariableDeclaration' ? children(declared, 'declarations') : [declared];
}

const CALLEE = /^define(?:Prompt|Tool|Resource)$/;

/** `context.ask(SeverityArgs, …)`. */
function isQuestion(call: Syntax): boolean {
  const callee = child(call, 'callee');
  return callee?.type === 'MemberExpression' && nameOf(child(callee, 'property')) === 'ask';
}

function isDefinitionCall(call: Syntax): boolean {
  const [data] = children(call, 'arguments');
  return CALLEE.test(nameOf(child(call, 'callee')) ?? '') && data?.type === 'ObjectExpression';
}
