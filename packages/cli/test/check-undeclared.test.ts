import { afterEach, describe, expect, test } from '@jest/globals';
import { foundProject } from './support/found-project.ts';
import type { ProjectFolder } from './support/project-folder.ts';
import { dataOf } from './support/run.ts';

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly fix: string;
    readonly where?: { readonly path: string; readonly line: number };
  }[];
}

let project: ProjectFolder;
afterEach(() => project.remove());

/** Returns the findings of the rule, each as a line. */
async function undeclaredIn(code: string): Promise<string[]> {
  project = foundProject({ 'praise.ts': code });
  const { findings } = await dataOf<Report>(project.path, ['check']);
  const found = findings.filter(({ rule }) => rule === 'argument-undeclared');
  return found.map(({ message, fix, where }) => `${where?.path}:${where?.line} ${message}. ${fix}.`);
}

const promptThatReads = (parameter: string, members: string) => `
export class PraiseArgs {
  @Arg({ description: 'Whom to praise' }) who!: string;
  ${members}
}
@Prompt({ description: 'Asks for praise of the team', args: PraiseArgs })
export class Praise implements PromptHandler<PraiseArgs> {
  render(${parameter}: any) { return user\`Praise \${untrusted(who)} in \${tone}\`; }
}
`;

describe('argument-undeclared', () => {
  test('finds a property without @Arg that the handler reads', async () => {
    expect(await undeclaredIn(promptThatReads('{ who, tone }', 'tone!: string;'))).toEqual([
      'src/praise.ts:6 `render` of prompt praise reads tone, which is not an argument. Decorate the property with @Arg(), or initialize it.',
    ]);
  });

  test('finds a name that the class of the arguments does not have', async () => {
    expect(await undeclaredIn(promptThatReads('{ who, tone }', ''))).toEqual([
      'src/praise.ts:9 `render` of prompt praise reads tone, which is not an argument. Declare the argument in PraiseArgs with @Arg(), or correct the name.',
    ]);
  });

  test('suggests the option args to a definition without arguments', async () => {
    const code = `
@Prompt({ description: 'Asks for praise of the team' })
export class Praise implements PromptHandler {
  render = ({ who }: any) => user\`Praise \${untrusted(who)}\`;
}
@Tool({ description: 'Counts praise', annotations: { readOnlyHint: true } })
export class Count implements ToolHandler {
  call(args: any) { return String(args.total); }
}
export const thanks = definePrompt({
  name: 'thanks', description: 'Asks for thanks', args: [{ name: 'who', description: 'Whom' }],
  render: ({ who, why }: any) => user\`Thank \${untrusted(who)} for \${untrusted(why)}\`,
});
`;
    const remedy = 'Declare the arguments with the option args.';
    expect(await undeclaredIn(code)).toEqual([
      `src/praise.ts:5 \`render\` of prompt praise reads who, which is not an argument. ${remedy}`,
      `src/praise.ts:9 \`call\` of tool count reads total, which is not an argument. ${remedy}`,
      'src/praise.ts:13 `render` of prompt thanks reads why, which is not an argument. Declare the argument in args, or correct the name.',
    ]);
  });

  test.each([
    ['has a value', "tone = 'warm';"],
    ['is a getter', "get tone() { return 'warm'; }"],
    [
      'is set by the class itself',
      "tone!: string; @Arg({ description: 'How', type: String }) set mood(mood: string) { this.tone = mood; }",
    ],
    ['is an argument by another name', "@Arg({ description: 'How', name: 'mood' }) tone!: string;"],
  ])('accepts a property that %s', async (_, member) => {
    expect(await undeclaredIn(promptThatReads('{ who, tone }', member))).toEqual([]);
  });

  test('accepts properties that a handler may get by other means', async () => {
    const code = `
export class PraiseArgs {
  @Arg({ description: 'Whom to praise' }) who!: string;
}
@Prompt({ description: 'Asks for praise', args: PraiseArgs })
export class Praise implements PromptHandler<PraiseArgs> {
  render({ who, ...rest }: any) { return user\`Praise \${untrusted(who)} \${rest.length}\`; }
}
@Prompt({ description: 'Asks for thanks', args: PraiseArgs })
export class Thanks implements PromptHandler<PraiseArgs> {
  render(args: any) { const copy = args; return user\`Thank \${copy.tone}\`; }
}
@Resource({ uri: 'praise://all', description: 'All praise' })
export class All implements ResourceHandler { read(uri: any) { return uri.href; } }
`;
    expect(await undeclaredIn(code)).toEqual([]);
  });
});
