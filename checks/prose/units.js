import { basename } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

// The units of a file that patterns are applied to: sentences, titles, strings and declared names.

/** @typedef {{ line: number, text: string }} Unit */
/** @typedef {{ kind: import('./patterns.js').Kind, name: string, line: number }} Name */
/** @typedef {import('oxc-parser').Node} Node */
/** @typedef {(offset: number) => number} LineFinder the line of an offset, counted from 1 */

const CODE_IN_PROSE = /`[^`\n]*`|\{@link [^}]*\}|https?:\/\/\S+/g;
/** Replaces code spans, links and URLs by a placeholder noun. */
const withoutCode = (/** @type {string} */ text) => text.replace(CODE_IN_PROSE, 'CODE');
const oneLine = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim();

const isSentence = (/** @type {string} */ text) =>
  /[A-Za-z]{2,},? [A-Za-z]{2,}/.test(text) && !/[{};]\s*\n|redis\.call|^<!doctype|^\s*SELECT /i.test(text);

/**
 * Returns the comments, strings, titles of tests, text of JSX and declared names of a TypeScript file.
 * @param {string} file
 * @param {string} source
 */
export function sourceUnits(file, source) {
  const { comments, program } = parseSync(file, source);
  const lineOf = lineFinder(source);
  return {
    comments: commentUnits(comments, lineOf),
    ...textUnits(program, lineOf),
    names: namesIn(program, file, lineOf),
  };
}

/**
 * @param {import('oxc-parser').Program} program
 * @param {LineFinder} lineOf
 */
function textUnits(program, lineOf) {
  /** @type {Record<'strings' | 'titles' | 'jsx', Unit[]>} */
  const units = { strings: [], titles: [], jsx: [] };
  /** @param {keyof typeof units} kind @param {string} text @param {Node} node */
  const add = (kind, text, { start }) => units[kind].push({ line: lineOf(start), text: oneLine(text) });
  const string = (/** @type {Node} */ node) => {
    const text = textOf(node) ?? '';
    if (isSentence(text)) add('strings', text, node);
  };
  new Visitor({
    Literal: string,
    TemplateLiteral: string,
    JSXText: (node) => /[A-Za-z]{2,}/.test(node.value) && add('jsx', node.value, node),
    CallExpression({ callee, arguments: [title] }) {
      const text = textOf(title);
      if (title !== undefined && text !== undefined && isTest(callee)) add('titles', text, title);
    },
  }).visit(program);
  return units;
}

/**
 * @param {import('oxc-parser').Program} program
 * @param {string} file
 * @param {LineFinder} lineOf
 */
function namesIn(program, file, lineOf) {
  /** @type {Name[]} */
  const names = [{ kind: 'file', name: basename(file).replace(/\.(?:slow\.)?(?:test\.)?tsx?$/, ''), line: 1 }];
  /** @param {Name['kind']} kind @param {Node | null | undefined} id */
  const declare = (kind, id) => {
    if (id?.type === 'PrivateIdentifier') names.push({ kind, name: `#${id.name}`, line: lineOf(id.start) });
    if (id?.type === 'Identifier') names.push({ kind, name: id.name, line: lineOf(id.start) });
  };
  const type = (/** @type {{ id: Node | null }} */ { id }) => declare('type', id);
  const method = (/** @type {{ key: Node, kind: string }} */ { key, kind }) =>
    kind !== 'constructor' && declare('method', key);
  const parameters = (/** @type {{ params: readonly Node[] }} */ { params }) =>
    params.map((each) => declare('parameter', parameterName(each)));
  new Visitor({
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
  return names;
}

/**
 * Returns the text of a string or template, or `undefined` for other nodes.
 * @param {Node | undefined} node
 */
function textOf(node) {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('${}');
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/**
 * Whether a call is one such as `test(…)`, `describe(…)` or `test.each(…)(…)`.
 * @param {Node} callee
 * @returns {boolean}
 */
function isTest(callee) {
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  if (callee.type === 'TaggedTemplateExpression') return isTest(callee.tag);
  return callee.type === 'Identifier' && /^(?:test|it|describe)$/.test(callee.name);
}

/**
 * Returns the name of a parameter, with or without a default. Destructured properties have the names of their types.
 * @param {Node} node
 * @returns {Node}
 */
function parameterName(node) {
  if (node.type === 'AssignmentPattern') return parameterName(node.left);
  if (node.type === 'RestElement') return parameterName(node.argument);
  return node.type === 'TSParameterProperty' ? parameterName(node.parameter) : node;
}

/** @param {import('oxc-parser').Comment} comment */
function commentText({ type, value }) {
  const lines = type === 'Line' ? [value] : value.split('\n').map((line) => line.replace(/^\s*\*+ ?/, ''));
  return lines
    .join('\n')
    .replace(/@example[^]*?(?=\n@|$)/g, '')
    .replace(/oxlint-disable\S*( [\w/-]+)*( --)?|eslint-disable\S*/g, '')
    .trim();
}

/**
 * Joins line comments on neighbouring lines, so that a sentence over two lines is read whole.
 * @param {readonly import('oxc-parser').Comment[]} comments
 * @param {LineFinder} lineOf
 */
function commentUnits(comments, lineOf) {
  /** @type {(Unit & { endLine: number, isLine: boolean })[]} */
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

/**
 * @param {string} source
 * @returns {LineFinder}
 */
function lineFinder(source) {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

/** @param {string} source of a page in Markdown */
export function docUnits(source) {
  /** @type {Unit[]} */
  const units = [];
  const text = source.replace(/^(```|~~~)[^]*?^\1.*$/gm, (block) => block.replace(/[^\n]/g, ''));
  let [paragraph, start] = [/** @type {string[]} */ ([]), 0];
  const flush = () => {
    if (paragraph.length === 0) return;
    for (const sentence of paragraph.join(' ').split(/(?<=[.!?:])\s+(?=[A-Z`[*])/)) add(sentence, start);
    paragraph = [];
  };
  const add = (/** @type {string} */ sentence, /** @type {number} */ line) => {
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
