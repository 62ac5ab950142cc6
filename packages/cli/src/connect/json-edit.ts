import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  type FormattingOptions,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

// Changes texts of JSON that people write, with their comments. `modify` of the parser formats what stands beside a change
// anew, and drops the comments there.

/** Thrown for a text that cannot be changed. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Path = readonly string[];

const MAX_DEPTH = 500;

/** The object that a text is; an empty text is an empty one. @throws {JsonFault} */
function rootOf(text: string): Node {
  checkDepth(text);
  const errors: ParseError[] = [];
  const root = parseTree(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw new JsonFault(printParseErrorCode(error.error), error.offset);
  if (root?.type !== 'object') throw new JsonFault('The file holds no object', root?.offset ?? 0);
  return root;
}

/** Parsers and clients give up at some depth. */
function checkDepth(text: string): void {
  const scanner = createScanner(text);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENING.has(token)) depth += 1;
    if (CLOSING.has(token)) depth -= 1;
    if (depth > MAX_DEPTH) throw new JsonFault(`It has more than ${MAX_DEPTH} levels`, scanner.getTokenOffset());
  }
}

/** The value at a path as clients read it. @throws {JsonFault} for a key on the way that occurs twice */
export function valueAt(text: string, path: Path): unknown {
  const root = rootOf(text);
  for (const [depth, key] of path.entries()) checkOnce(findNodeAtLocation(root, path.slice(0, depth)), key);
  const node = findNodeAtLocation(root, [...path]);
  checkOnce(node);
  return node === undefined ? undefined : getNodeValue(node);
}

/** Clients read the last value of a key, and this editor would change the first. */
function checkOnce(object: Node | undefined, only?: string): void {
  const known = new Set<string>();
  for (const { offset, key } of propertiesOf(object)) {
    if (only !== undefined && key !== only) continue;
    if (known.has(key)) throw new JsonFault(`The key "${key}" occurs twice`, offset);
    known.add(key);
  }
}

function propertiesOf(node: Node | undefined) {
  const properties = node?.type === 'object' ? (node.children ?? []) : [];
  return properties.map(({ offset, children: [name] = [] }) => ({ offset, key: String(name?.value) }));
}

/** Sets a value, and makes the objects on the way to it. @throws {JsonFault} */
export function withValue(text: string, path: Path, value: unknown): string {
  const root = rootOf(text);
  const present = findNodeAtLocation(root, [...path]);
  if (present === undefined) return inserted(text, root, path, value);
  const { offset, length } = present;
  return text.slice(0, offset) + jsonAt(text, offset, value) + text.slice(offset + length);
}

/** Removes a property, with its line and the comment on that. */
export function withoutValue(text: string, path: Path): string {
  const property = findNodeAtLocation(rootOf(text), [...path])?.parent;
  const { parent } = property ?? {};
  if (property === undefined || parent === undefined) return text;
  const [end, close] = [endOf(property), endOf(parent) - 1];
  const comma = commaIn(text, end, close);
  const [from, to] = cut(text, property.offset, comma === undefined ? end : comma + 1);
  const kept = text.slice(0, from);
  return (comma === undefined ? withoutLastComma(kept, property) : kept) + text.slice(to);
}

/** What stands before the last property of an object, without the comma that parted the two. */
function withoutLastComma(before: string, { parent, offset }: Node): string {
  const sibling = parent?.children?.findLast((each) => each.offset < offset);
  const comma = sibling === undefined ? undefined : commaIn(before, endOf(sibling), before.length);
  return comma === undefined ? before : before.slice(0, comma) + before.slice(comma + 1);
}

function inserted(text: string, root: Node, path: Path, value: unknown): string {
  let [parent, depth] = [root, 0];
  for (; depth < path.length - 1; depth += 1) {
    const next = findNodeAtLocation(root, path.slice(0, depth + 1));
    if (next === undefined) break;
    if (next.type !== 'object') throw new JsonFault(`"${path[depth]}" is no object`, next.offset);
    parent = next;
  }
  const [key = '', ...missing] = path.slice(depth);
  const whole = missing.reduceRight((inner, name) => ({ [name]: inner }), value);
  const formattingOptions = formatOf(text);
  return (
    afterTheLast(text, parent, key, whole) ?? applyEdits(text, modify(text, [...path], value, { formattingOptions }))
  );
}

/**
 * Adds a property on a line of its own after those of an object, and after the comment that stands beside the last.
 * `undefined` if the object has no properties, or stands on one line.
 */
function afterTheLast(text: string, object: Node, key: string, value: unknown): string | undefined {
  const last = object.children?.at(-1);
  if (last === undefined) return undefined;
  const [end, close] = [endOf(last), endOf(object) - 1];
  const comma = commaIn(text, end, close);
  const line = tokenIn(text, { kind: LINE_BREAK, from: comma ?? end, to: close });
  if (line === undefined) return undefined;
  const added = `${JSON.stringify(key)}: ${jsonAt(text, last.offset, value)}${comma === undefined ? '' : ','}`;
  const kept = `${text.slice(0, end)}${comma === undefined ? ',' : ''}${text.slice(end, line)}`;
  return `${kept}${formatOf(text).eol}${indentAt(text, last.offset)}${added}${text.slice(line)}`;
}

/** A value as it is written where its line is indented. */
function jsonAt(text: string, offset: number, value: unknown): string {
  const { insertSpaces, tabSize, eol } = formatOf(text);
  const json = JSON.stringify(value, null, insertSpaces ? tabSize : '\t');
  return json.replaceAll('\n', eol + indentAt(text, offset));
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** What is to be taken out with a piece of text: its lines if nothing else stands there, otherwise the blanks after it. */
function cut(text: string, from: number, to: number): readonly [number, number] {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const rest = /^[ \t]*(\/\/.*)?\r?\n/.exec(text.slice(to));
  if (rest !== null && text.slice(start, from).trim() === '') return [start, to + rest[0].length];
  return [from, to + (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0)];
}

// Members of an enum that is not there at run time.
const OPENING = new Set([1, 3]);
const CLOSING = new Set([2, 4]);
const COMMA = 5;
const LINE_BREAK = 14;
const END = 17;

function commaIn(text: string, from: number, to: number): number | undefined {
  return tokenIn(text, { kind: COMMA, from, to });
}

/** Where the first token of a kind is that is not in a comment. */
function tokenIn(text: string, { kind, from, to }: { kind: number; from: number; to: number }): number | undefined {
  const scanner = createScanner(text.slice(from, to));
  let found: number = scanner.scan();
  while (found !== kind && found !== END) found = scanner.scan();
  return found === kind ? from + scanner.getTokenOffset() : undefined;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** The indentation and the line ends of a text: those of its first lines. */
function formatOf(text: string): Required<Pick<FormattingOptions, 'eol' | 'insertSpaces' | 'tabSize'>> {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
  };
}

/**
 * JSON as people write it: an object or an array that fits into a line stands on one.
 * @param width of a line, with its indentation
 */
export function compactJson(value: unknown, width: number): string {
  return linesOf('', value, width, 0);
}

/** @param name the key and the colon that stand before a value, on its line */
function linesOf(name: string, value: unknown, width: number, indent: number): string {
  const line = name + onOneLine(value);
  const isWhole = typeof value !== 'object' || value === null;
  if (isWhole || indent + line.length < width) return line; // A comma may follow.
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((each) => linesOf('', each, width, indent + 2))
    : Object.entries(value).map(([key, each]) => linesOf(`${JSON.stringify(key)}: `, each, width, indent + 2));
  const spaces = ' '.repeat(indent);
  return `${name}${open}\n${members.map((text) => `${spaces}  ${text}`).join(',\n')}\n${spaces}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${onOneLine(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
