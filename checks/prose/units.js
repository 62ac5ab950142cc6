import { basename } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

// The units of a file that patterns are applied to: sentences, titles, strings and declared names.

const CODE_IN_PROSE = /`[^`\n]*`|\{@link [^}]*\}|https?:\/\/\S+/g;
/** Replaces code spans, links and URLs by a placeholder noun. */
const withoutCode = (text) => text.replace(CODE_IN_PROSE, 'CODE');
const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

const isSentence = (text) =>
  /[A-Za-z]{2,},? [A-Za-z]{2,}/.test(text) && !/[{};]\s*\n|redis\.call|^<!doctype|^\s*SELECT /i.test(text);

/** Returns the comments, strings, titles of tests, text of JSX and declared names of a TypeScript file. */
export function sourceUnits(file, source) {
  const { comments, program } = parseSync(file, source);
  const lineOf = lineFinder(source);
  const [strings, titles, jsx] = [[], [], []];
  const names = [{ kind: 'file', name: basename(file).replace(/\.(?:slow\.)?(?:test\.)?tsx?$/, ''), line: 1 }];
  const add = (units, text, { start }) => units.push({ line: lineOf(start), text: oneLine(text) });
  const declare = (kind, id) => {
    if (id?.type === 'PrivateIdentifier') names.push({ kind, name: `#${id.name}`, line: lineOf(id.start) });
    if (id?.type === 'Identifier') names.push({ kind, name: id.name, line: lineOf(id.start) });
  };
  const type = ({ id }) => declare('type', id);
  const method = ({ key, kind }) => kind !== 'constructor' && declare('method', key);
  const parameters = ({ params }) => params.map((each) => declare('parameter', parameterName(each)));
  new Visitor({
    Literal: (node) => isSentence(textOf(node) ?? '') && add(strings, textOf(node), node),
    TemplateLiteral: (node) => isSentence(textOf(node)) && add(strings, textOf(node), node),
    JSXText: (node) => /[A-Za-z]{2,}/.test(node.value) && add(jsx, node.value, node),
    CallExpression(node) {
      const [title] = node.arguments;
      if (isTest(node.callee) && textOf(title) !== undefined) add(titles, textOf(title), title);
    },
    ClassDeclaration: type,
    TSInterfaceDeclaration: type,
    TSTypeAliasDeclaration: type,
    TSEnumDeclaration: type,
    MethodDefinition: method,
    TSAbstractMethodDefinition: method,
    TSMethodSignature: method,
    FunctionDeclaration: (node) => [declare('function', node.id), parameters(node)],
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    VariableDeclarator({ id, init }) {
      declare('local', id);
      if (init?.type === 'ArrowFunctionExpression') declare('function', id);
    },
  }).visit(program);
  return { comments: commentUnits(comments, lineOf), strings, titles, jsx, names };
}

/** Returns the text of a string or template, or `undefined` for other nodes. */
function textOf(node) {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('${}');
  return typeof node?.value === 'string' ? node.value : undefined;
}

/** Whether a call is one such as `test(…)`, `describe(…)` or `test.each(…)(…)`. */
function isTest(callee) {
  const inner = callee.callee ?? callee.object ?? callee.tag;
  return inner === undefined ? /^(?:test|it|describe)$/.test(callee.name) : isTest(inner);
}

/** Returns the name of a parameter, with or without a default. Destructured properties have the names of their types. */
function parameterName({ type, left, argument, parameter, ...node }) {
  const inner = left ?? argument ?? parameter;
  return inner === undefined ? { type, ...node } : parameterName(inner);
}

function commentText({ type, value }) {
  const lines = type === 'Line' ? [value] : value.split('\n').map((line) => line.replace(/^\s*\*+ ?/, ''));
  return lines
    .join('\n')
    .replace(/@example[^]*?(?=\n@|$)/g, '')
    .replace(/oxlint-disable\S*( [\w/-]+)*( --)?|eslint-disable\S*/g, '')
    .trim();
}

/** Joins line comments on neighbouring lines, so that a sentence over two lines is read whole. */
function commentUnits(comments, lineOf) {
  const units = [];
  for (const comment of comments) {
    const line = lineOf(comment.start);
    const isLine = comment.type === 'Line';
    const before = units.at(-1);
    if (isLine && before?.isLine && before.endLine === line - 1) {
      before.text += ` ${commentText(comment)}`;
      before.endLine = line;
    } else units.push({ line, endLine: line, isLine, text: commentText(comment) });
  }
  // A tag such as @throws begins a sentence of its own.
  return units.flatMap(({ line, text }) =>
    text.split(/\n(?=@)/).map((part) => ({ line, text: withoutCode(oneLine(part)) })),
  );
}

/** Returns a function from an offset to its line, counted from 1. */
function lineFinder(source) {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

export function docUnits(source) {
  const units = [];
  const text = source.replace(/^(```|~~~)[^]*?^\1.*$/gm, (block) => block.replace(/[^\n]/g, ''));
  let [paragraph, start] = [[], 0];
  const flush = () => {
    if (paragraph.length === 0) return;
    for (const sentence of paragraph.join(' ').split(/(?<=[.!?:])\s+(?=[A-Z`[*])/)) add(sentence, start);
    paragraph = [];
  };
  const add = (sentence, line) => {
    const clean = withoutCode(sentence.replaceAll(/\]\([^)]*\)/g, ']'))
      .replaceAll(/[*_]{2}|\s+/g, ' ')
      .trim();
    if (/[a-z]{2}/.test(clean)) units.push({ line, text: clean });
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*$|^<!--/.test(line)) flush();
    else if (/^\s*\|/.test(line)) {
      flush();
      const cells = /^[\s|:-]+$/.test(line) ? [] : line.split('|');
      for (const cell of cells) add(cell, index + 1);
    } else if (line.startsWith('#')) {
      flush();
      add(line.replace(/^#+\s*/, ''), index + 1);
    } else {
      if (/^\s*(?:[-*]|\d+\.)\s/.test(line)) flush();
      if (paragraph.length === 0) start = index + 1;
      paragraph.push(line.trim().replace(/^(?:[-*]|\d+\.)\s+/, ''));
    }
  }
  flush();
  return units;
}
