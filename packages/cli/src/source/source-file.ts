import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { positionAt } from '../loader/code-frame.js';
import type { Position } from '../loader/syntax-problem.js';
import { children, child, nodesIn, type Syntax } from './syntax.js';

/** A comment, and the line on which it begins. */
export interface Comment {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** A file of a project as a syntax tree. */
export class SourceFile {
  readonly file: string;
  readonly text: string;
  /** The classes that it declares. */
  readonly classes: readonly Syntax[];
  /** The calls of `definePrompt`, `defineTool` and `defineResource`. */
  readonly definitions: readonly Syntax[];
  readonly objects: readonly Syntax[];
  readonly comments: readonly Comment[];

  constructor(file: string) {
    this.file = file;
    this.text = readFileSync(file, 'utf8');
    const { program, comments } = parseSync(file, this.text);
    const nodes = [...nodesIn(program as unknown as Syntax)];
    this.classes = nodes.filter(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression');
    this.definitions = nodes.filter(isDefinitionCall);
    this.objects = nodes.filter(({ type }) => type === 'ObjectExpression');
    this.comments = comments.map(({ value, start, end }) => {
      return { text: value, line: this.positionOf(start).line, start, end };
    });
  }

  positionOf(offset: number): Position {
    return positionAt(this.text, offset);
  }
}

const CALLEE = /^define(?:Prompt|Tool|Resource)$/;

function isDefinitionCall(node: Syntax): boolean {
  const name = child(node, 'callee')?.['name'];
  return node.type === 'CallExpression' && typeof name === 'string' && CALLEE.test(name) && hasObject(node);
}

function hasObject(call: Syntax): boolean {
  return children(call, 'arguments')[0]?.type === 'ObjectExpression';
}
