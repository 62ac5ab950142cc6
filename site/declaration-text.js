import { ReflectionKind } from 'typedoc';

// A declaration as a section of the API reference: its docstring, its signature and its members.

/** @typedef {import('typedoc').DeclarationReflection} Declaration */

/** The length up to which a signature stays on one line. */
const LINE = 100;

/**
 * Returns the Markdown of an exported declaration.
 * @param {Declaration} declaration
 */
export function declarationText(declaration) {
  const { name, signatures = [] } = declaration;
  const comment = declaration.comment ?? signatures[0]?.comment;
  const code = `\`\`\`ts\n${signatureLines(declaration).join('\n')}\n\`\`\``;
  return `${[`### ${name} {#${name}}`, code, commentText(comment), membersOf(declaration).map(memberText).join('\n')].filter(Boolean).join('\n\n')}\n\n`;
}

/**
 * @param {Declaration} declaration
 * @returns {readonly string[]}
 */
function signatureLines(declaration) {
  const { name, kind, type, signatures = [] } = declaration;
  if (kind === ReflectionKind.Function) return signatures.map((signature) => `function ${callText(name, signature)}`);
  if (kind === ReflectionKind.Variable) return [`const ${name}: ${typeText(type)}`];
  if (kind !== ReflectionKind.TypeAlias) return typeLines(declaration);
  const value = membersOf(declaration).length > 0 ? '{ … }' : typeText(type);
  return [`type ${name}${typeParameters(declaration)} = ${value}`];
}

/**
 * A class with its constructor, or an interface with its call signatures.
 * @param {Declaration} declaration
 */
function typeLines(declaration) {
  const { name, kind, children = [], signatures = [], extendedTypes, implementedTypes } = declaration;
  const keyword = kind === ReflectionKind.Class ? 'class' : 'interface';
  const parents = heritage('extends', extendedTypes) + heritage('implements', implementedTypes);
  const constructors = children.find((child) => child.kind === ReflectionKind.Constructor)?.signatures ?? [];
  return [
    `${keyword} ${name}${typeParameters(declaration)}${parents}`,
    ...constructors.map((signature) => `new ${callText(name, signature, false)}`),
    ...signatures.map((signature) => callText('', signature)),
  ];
}

/**
 * @param {string} keyword
 * @param {readonly import('typedoc').SomeType[]} [types]
 */
function heritage(keyword, types = []) {
  return types.length === 0 ? '' : ` ${keyword} ${types.map(String).join(', ')}`;
}

/**
 * @param {string} name
 * @param {import('typedoc').SignatureReflection} signature
 * @param {boolean} [hasResult]
 */
function callText(name, signature, hasResult = true) {
  const parameters = (signature.parameters ?? []).map((parameter) => {
    const rest = parameter.flags.isRest ? '...' : '';
    const optional = parameter.flags.isOptional ? '?' : '';
    const label = parameter.name === '__namedParameters' ? 'options' : parameter.name;
    return `${rest}${label}${optional}: ${typeText(parameter.type)}`;
  });
  const result = hasResult ? `: ${typeText(signature.type)}` : '';
  const line = `${name}${typeParameters(signature)}(${parameters.join(', ')})${result}`;
  if (line.length <= LINE) return line;
  return `${name}${typeParameters(signature)}(\n${parameters.map((parameter) => `  ${parameter},\n`).join('')})${result}`;
}

/** @param {Declaration | import('typedoc').SignatureReflection} declaration */
function typeParameters(declaration) {
  const parameters = (declaration.typeParameters ?? []).map((parameter) => {
    const constraint = parameter.type === undefined ? '' : ` extends ${parameter.type}`;
    return `${parameter.name}${constraint}${parameter.default === undefined ? '' : ` = ${parameter.default}`}`;
  });
  return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
}

/**
 * @param {import('typedoc').SomeType} [type]
 * @returns {string}
 */
function typeText(type) {
  const [signature] = (type?.type === 'reflection' && type.declaration.signatures) || [];
  if (signature !== undefined) return callText('', signature).replace(/^([^]*)\): /, '$1) => ');
  const text = String(type);
  if (type?.type !== 'union' || text.length <= LINE) return text;
  return type.types.map((each) => `\n  | ${typeText(each)}`).join('');
}

/**
 * The members of a class, an interface or an object type, without those that an exported parent lists.
 * @param {Declaration} declaration
 */
function membersOf({ children, type }) {
  const members = type?.type === 'reflection' ? type.declaration.children : children;
  return (members ?? []).filter(
    (member) => member.kind !== ReflectionKind.Constructor && !isInherited(member) && !member.name.startsWith('['),
  );
}

/**
 * Whether the member is listed with an exported parent.
 * @param {Declaration} member
 */
function isInherited({ inheritedFrom }) {
  const parent = inheritedFrom?.reflection?.parent;
  return parent !== undefined && parent.parent?.kindOf(ReflectionKind.Module) === true;
}

/** @param {Declaration} member */
function memberText(member) {
  const [signature] = member.signatures ?? [];
  const name = `${member.name}${member.flags.isOptional ? '?' : ''}`;
  const described = signature ?? member.getSignature ?? member;
  const code = signature === undefined ? `${name}: ${typeText(described.type)}` : callText(name, signature);
  const text = commentText(member.comment ?? described.comment).replaceAll('\n', '\n  ');
  return `- \`${code.replaceAll(/\s+/g, ' ')}\`${text === '' ? '' : `\n\n  ${text}`}`;
}

/**
 * The sentences of a docstring, with what it says of defaults and errors.
 * @param {import('typedoc').Comment} [comment]
 */
function commentText(comment) {
  if (comment === undefined) return '';
  const plain = (/** @type {readonly import('typedoc').CommentDisplayPart[]} */ parts) =>
    parts
      .map((part) => (part.kind === 'inline-tag' ? `\`${part.text}\`` : part.text))
      .join('')
      .trim();
  const tags = comment.blockTags.map(({ tag, name, content }) => {
    const text = plain(content).replaceAll(/^```ts\n([^]*)\n```$/g, '$1');
    if (tag === '@default') return `**Default:** ${text}`;
    if (tag === '@throws') return `**Throws** ${text}`;
    if (tag === '@returns') return `**Returns** ${text}`;
    if (tag === '@example') return plain(content);
    return name === undefined ? text : `\`${name}\`: ${text}`;
  });
  return [plain(comment.summary), ...tags].filter(Boolean).join('\n\n');
}
