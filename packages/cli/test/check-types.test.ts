import { sectionOf } from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import { foundProject, HEAD_LINES } from './support/found-project.ts';
import type { ProjectFolder } from './support/project-folder.ts';
import { dataOf } from './support/run.ts';

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly fix: string;
    readonly where?: { readonly path: string };
  }[];
}

let project: ProjectFolder;
afterEach(() => project.remove());

/** Returns the message and remedy of each finding of a rule. */
async function foundBy(rule: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  project = foundProject(files);
  const { findings } = await dataOf<Report>(project.path, ['check']);
  return findings.filter((each) => each.rule === rule).map(({ message, fix }) => `${message}. ${fix}.`);
}

const prompt = (members: string, head = '') => `${head}
export class PraiseArgs {
  ${members}
}
@Prompt({ description: 'Asks for praise of the team', args: PraiseArgs })
export class Praise implements PromptHandler<PraiseArgs> {
  render = (args: PraiseArgs) => JSON.stringify(args);
}
`;

describe('argument-values-unchecked', () => {
  const open = (name: string, fix: string) =>
    `${name} of prompt praise accepts values that its type does not list. ${fix}.`;

  test('finds enums, unions of strings or numbers, and lists of them', async () => {
    const head = `enum Tone { Warm = 'warm', Brief = 'brief' }
enum Level { Low, High }
type Size = 'small' | 'large';`;
    const members = `
  @Arg({ description: 'The first' }) tone!: Tone;
  @Arg({ description: 'The second' }) level!: Level;
  @Arg({ description: 'The third', type: String }) size!: Size | undefined;
  @Arg({ description: 'The fourth', type: Number }) days!: 1 | 7;
  @Arg({ description: 'The fifth', items: String }) tones!: Tone[];
  @Arg({ description: 'The sixth', type: String }) far!: Distance;`;
    const files = {
      'distance.ts': `export type Distance = "near" | "far";`,
      'praise.ts': prompt(members, `import type { Distance } from './distance.ts';\n${head}`),
    };
    expect(await foundBy('argument-values-unchecked', files)).toEqual([
      open('tone', 'Declare the enum: @Arg({ type: Tone })'),
      open('level', 'Declare the enum: @Arg({ type: Level })'),
      open('size', "Add @IsIn(['small', 'large'])"),
      open('days', 'Add @IsIn([1, 7])'),
      open('tones', 'Declare the enum: @Arg({ items: Tone })'),
      open('far', 'Add @IsIn(["near", "far"])'),
    ]);
  });

  test('finds the enum of an initial value', async () => {
    const head = "enum Tone { Warm = 'warm', Brief = 'brief' }\nconst warmth = { high: 'high' };\n";
    const files = { 'praise.ts': prompt('@Arg() tone = Tone.Warm;\n@Arg() warmth = warmth.high;', head) };
    expect(await foundBy('argument-values-unchecked', files)).toEqual([
      open('tone', 'Declare the enum: @Arg({ type: Tone })'),
    ]);
  });

  test('ignores declared enums, rules, and types that do not list their values', async () => {
    const members = `
  @Arg({ description: 'The first', type: Tone }) tone!: Tone;
  @Arg({ description: 'The second' }) @IsIn(['warm', 'brief']) second!: 'warm' | 'brief';
  @Arg({ description: 'The third' }) @ValidateIf(() => true) @IsEnum(Tone) third!: Tone;
  @Arg({ description: 'The fourth' }) fourth!: string;
  @Arg({ description: 'The fifth', type: String }) fifth!: 'warm' | (string & {});
  @Arg({ description: 'The sixth' }) sixth!: boolean;
  @Arg({ description: 'The seventh', type: String }) seventh!: keyof Tones;
  @Arg({ description: 'The eighth', type: JSON }) eighth!: Tones;`;
    const head = `import { IsEnum, ValidateIf } from 'class-validator';
enum Tone { Warm = 'warm', Brief = 'brief' }
interface Tones { warm: string }`;
    expect(await foundBy('argument-values-unchecked', { 'praise.ts': prompt(members, head) })).toEqual([]);
  });
});

describe('argument-optional-type', () => {
  test('finds required arguments whose property may be undefined', async () => {
    const members = `
  @Arg({ description: 'The first' }) note?: string;
  @Arg({ description: 'The second', name: 'for', type: String }) whom!: string | undefined;`;
    const fix = (property: string) => `Add @IsOptional(), or write \`${property}!\` without undefined.`;
    expect(await foundBy('argument-optional-type', { 'praise.ts': prompt(members) })).toEqual([
      `note of prompt praise is required, but the type of its property allows undefined. ${fix('note')}`,
      `for of prompt praise is required, but the type of its property allows undefined. ${fix('whom')}`,
    ]);
  });

  test('ignores optional arguments, and those with a condition', async () => {
    const members = `
  @Arg({ description: 'The first' }) @IsOptional() first?: string;
  @Arg({ description: 'The second', required: false }) second?: string;
  @Arg({ description: 'The third', type: String }) third?: string = 'x';
  @Arg({ description: 'The fourth' }) @ValidateIf(() => false) fourth?: string;`;
    const head = `import { ValidateIf } from 'class-validator';`;
    expect(await foundBy('argument-optional-type', { 'praise.ts': prompt(members, head) })).toEqual([]);
  });
});

describe('argument-order', () => {
  test('ignores tools, and prompts with required arguments first', async () => {
    const members = `@Arg({ description: 'The first' }) count = 3; @Arg({ description: 'The second' }) code!: string;`;
    const tool = `export class Args { ${members} }
@Tool({ description: 'Counts lines', args: Args, annotations: { readOnlyHint: true } })
export class Lines implements ToolHandler<Args> { call = (args: Args) => JSON.stringify(args); }`;
    const first = prompt(
      `@Arg({ description: 'The first' }) code!: string; @Arg({ description: 'The second' }) count = 3;`,
    );
    expect(await foundBy('argument-order', { 'tool.ts': tool, 'praise.ts': first })).toEqual([]);
  });
});

describe('definition-unlisted', () => {
  const ofClass = (name: string, head = '') => `${head}
@Prompt({ name: '${name.toLowerCase()}', description: 'Asks for a menu of the week' })
class ${name} implements PromptHandler {
  render = () => 'Write a menu for five days.';
}
`;

  test('finds decorated classes that the project does not list', async () => {
    expect(await foundBy('definition-unlisted', { 'menu.ts': ofClass('Menu') })).toEqual([
      'The class Menu has @Prompt(), but is not registered. Add the class to the runtime or to a pack, or delete it.',
    ]);
  });

  test('ignores classes in exported packs, even those that a mount omits', async () => {
    const packed = `import { definePack, mount } from '@cuecard/core';
${ofClass('Menu')}${ofClass('Plan')}
const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Menu, Plan] });
export const week = mount(inner, { only: ['menu'] });`;
    expect(await foundBy('definition-unlisted', { 'week.ts': packed })).toEqual([]);
  });

  test('ignores comments that silence it, and decorators of other packages', async () => {
    const silenced = ofClass('Menu', '// cuecard-ignore definition-unlisted: for tests');
    const other = `const Tool = () => (_: unknown) => {}; // not of @cuecard/core
@Tool() class Hammer {}
export const hammer = Hammer;`;
    project = foundProject({ 'menu.ts': silenced });
    project.write({ 'src/other.ts': other });
    const { findings } = await dataOf<Report>(project.path, ['check']);
    expect(findings.filter(({ rule }) => rule === 'definition-unlisted')).toEqual([]);
  });
});

describe('question-invalid', () => {
  const asking = (members: string, question: string) => `
export class SeverityArgs {
  ${members}
}
@Tool({ description: 'Reports an incident', annotations: { destructiveHint: false } })
export class Incident implements ToolHandler {
  async call(_: object, context: RequestContext) {
    return JSON.stringify(await context.ask(${question}));
  }
}
`;

  test('finds the faults of classes that only `context.ask` uses, with their lines', async () => {
    project = foundProject({
      'incident.ts': asking(
        `@Arg({ titles: { high: 'Nobody can work' } }) severity!: string;\n  @Arg() anything!: unknown;`,
        `SeverityArgs, 'How bad was it?'`,
      ),
    });
    const { findings } = await dataOf<Report>(project.path, ['check']);
    const found = findings.filter(({ rule }) => rule === 'question-invalid');
    expect(found).toEqual([
      {
        rule: 'question-invalid',
        severity: 'error',
        message: 'SeverityArgs.severity has `titles`, but no rule lists its values',
        fix: 'List its values with @IsIn(), or remove `titles`',
        where: { path: 'src/incident.ts', line: HEAD_LINES + 3, column: 49 },
        section: sectionOf('question-invalid'),
      },
      {
        rule: 'question-invalid',
        severity: 'error',
        message:
          'SeverityArgs.anything has a type that does not exist at run time: a union of different types, an imported union, an interface, a class from `import type` or a class in a circular import',
        fix: 'Declare the type: @Arg({ type: String }) for a string, or @Arg({ type: () => Stop }) for a class Stop in a circular import',
        where: { path: 'src/incident.ts', line: HEAD_LINES + 4, column: 10 },
        section: sectionOf('question-invalid'),
      },
    ]);
  });

  test.each([
    ['a correct class', `@Arg({ description: 'How bad' }) severity!: string;`, `SeverityArgs, 'How bad was it?'`],
    ['a value of another name', '@Arg() severity!: unknown;', `SeverityArgs.prototype.constructor, 'How bad?'`],
  ])('ignores %s', async (_, members, question) => {
    expect(await foundBy('question-invalid', { 'incident.ts': asking(members, question) })).toEqual([]);
  });
});
