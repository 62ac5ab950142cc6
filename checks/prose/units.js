import { basename } from 'node:path';

// The units of a file that patterns are applied to: sentences, titles, strings and declared names.

const CODE_IN_PROSE = /`[^`\n]*`|\{@link [^}]*\}|https?:\/\/\S+/g;
/** Replaces code spans, links and URLs by a placeholder noun. */
const withoutCode = (text) => text.replace(CODE_IN_PROSE, 'CODE');

function commentText({ text, isLine }) {
  const lines = isLine ? [text] : text.split('\n').map((line) => line.replace(/^\s*\*+ ?/, ''));
  return lines
    .join('\n')
    .replace(/@example[^]*?(?=\n@|$)/g, '')
    .replace(/oxlint-disable\S*( [\w/-]+)*( --)?|eslint-disable\S*/g, '')
    .trim();
}

/** Joins line comments on neighbouring lines, so that a sentence over two lines is read whole. */
export function commentUnits(comments, lineOf) {
  const units = [];
  for (const comment of comments) {
    const line = lineOf(comment.from);
    const before = units.at(-1);
    if (comment.isLine && before?.isLine && before.endLine === line - 1) {
      before.text += ` ${commentText(comment)}`;
      before.endLine = line;
    } else units.push({ line, endLine: line, isLine: comment.isLine, text: commentText(comment) });
  }
  // A tag such as @throws begins a sentence of its own.
  return units.flatMap(({ line, text }) =>
    text.split(/\n(?=@)/).map((part) => ({ line, text: withoutCode(part.replaceAll(/\s+/g, ' ').trim()) })),
  );
}

/** The titles of tests: the first string in the parentheses of `test(…)`, `describe(…)` or `test.each(…)(…)`. */
export function titleUnits(code, strings, lineOf) {
  const byOffset = new Map(strings.map((string) => [string.from, string]));
  const units = [];
  const skipSpace = (from) => {
    let at = from;
    while (at < code.length && /\s/.test(code[at])) at++;
    return at;
  };
  const closing = (from, pairs) => {
    for (let at = from, depth = 0; at < code.length; at++) {
      if (pairs[0].includes(code[at])) depth++;
      else if (pairs[1].includes(code[at]) && --depth === 0) return at + 1;
    }
    return code.length;
  };
  for (const { 0: call, index } of code.matchAll(/(?<![\w.$])(?:test|it|describe)(?:\.\w+)*(?=\s*[<(`])/g)) {
    let at = skipSpace(index + call.length);
    if (/\.(?:each|for|runIf|skipIf|if)$/.test(call)) {
      if (code[at] === '<') at = skipSpace(closing(at, '<>'));
      if (code[at] === '`') at = skipSpace(code.indexOf('`', at + 1) + 1);
      else if (code[at] === '(') at = skipSpace(closing(at, '()'));
    }
    if (code[at] !== '(') continue;
    const string = byOffset.get(skipSpace(at + 1));
    if (string !== undefined) units.push({ line: lineOf(index), text: string.text });
  }
  return units;
}

const isSentence = (text) =>
  /[A-Za-z]{2,},? [A-Za-z]{2,}/.test(text) && !/[{};]\s*\n|redis\.call|^<!doctype|^\s*SELECT /i.test(text);

export function stringUnits(strings, lineOf) {
  return strings
    .filter(({ text }) => isSentence(text))
    .map(({ from, text }) => ({ line: lineOf(from), text: text.replaceAll(/\s+/g, ' ').trim() }));
}

/** Text between the tags of JSX. */
export function jsxUnits(code, source, lineOf) {
  return [...code.matchAll(/>([^<>{}=;()]+)</g)]
    .map(({ index, 1: text }) => ({
      line: lineOf(index + 1),
      text: source
        .slice(index + 1, index + 1 + text.length)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => /[A-Za-z]{2,}/.test(text));
}

const STATEMENT =
  /^(?:if|for|while|switch|catch|return|function|constructor|super|await|new|typeof|throw|do|else|import|export)$/;

/** How each kind of name is declared; the name is the first group. @type {readonly [kind: string, pattern: RegExp][]} */
const DECLARATIONS = [
  ['type', /(?:^|[\s;{}])(?:interface|type|class|enum)\s+([A-Z]\w*)(?=\s*(?:[<={]|extends\b|implements\b))/gm],
  ['function', /\bfunction\*?\s+(\w+)/g],
  [
    'function',
    /\b(?:const|let)\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?=(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\w+)\s*(?::[^=\n]+)?=>)/g,
  ],
  ['parameter', /(?<![\w.$])([a-z]\w*)\s*=>/g],
  ['local', /\b(?:const|let)\s+([a-z]\w*)\s*(?::[^=\n]+)?[=;]/g],
];
const METHOD =
  /^[ \t]+(?:(?:public|private|protected|static|async|override|abstract|get|set)\s+)*\*?\s*(#?[A-Za-z_$]\w*)\s*\??(?:<[^>\n]*>)?\((?=[^\n]*(?:\{|;|,|\()$)/gm;
const PARAMETERS = /\(([^()]*)\)\s*(?::[^={};\n]+)?\s*(?:=>|\{)/g;
const PARAMETER = /^\s*(?:readonly\s+|private\s+)*(?:\.\.\.)?([a-z]\w*)\s*(?:\??:|=|$)/;

export function nameUnits(code, lineOf, file) {
  const unit = (kind, name, offset) => ({ kind, name, line: lineOf(offset) });
  const declared = DECLARATIONS.flatMap(([kind, pattern]) =>
    [...code.matchAll(pattern)].map((match) => unit(kind, match[1], match.index + match[0].search(/\S/))),
  );
  const methods = [...code.matchAll(METHOD)]
    .filter(({ 1: name, index }) => !STATEMENT.test(name) && isMethod(code, index))
    .map(({ 1: name, index }) => unit('method', name, index));
  const parameters = [...code.matchAll(PARAMETERS)].flatMap(({ 1: list, index }) =>
    list.split(',').flatMap((part) => {
      const name = PARAMETER.exec(part)?.[1];
      return name === undefined ? [] : [unit('parameter', name, index)];
    }),
  );
  const fileName = basename(file).replace(/\.(?:slow\.)?(?:test\.)?tsx?$/, '');
  return [...declared, ...methods, ...parameters, { kind: 'file', name: fileName, line: 1 }];
}

/** A method declaration, not a call: its parentheses are followed by a body or by a type. */
function isMethod(code, index) {
  let at = code.indexOf('(', index);
  for (let depth = 0; at < code.length; at++) {
    if (code[at] === '(') depth++;
    else if (code[at] === ')' && --depth === 0) break;
  }
  return /^\)\s*(?:\{|:\s*[^=]+?[;{]|:)/.test(code.slice(at, at + 200));
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
