import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dataOf, run } from './support/run.ts';
import { foundProject } from './support/found-project.ts';
import type { ProjectFolder } from './support/project-folder.ts';

interface Location {
  readonly path: string;
  readonly line: number;
}

interface Comparison {
  readonly changes: readonly {
    readonly level: string;
    readonly rule: string;
    readonly name?: string;
    readonly argument?: string;
    readonly where?: Location;
  }[];
  readonly needed: object;
  readonly isCompatible: boolean;
}

// The sources before and after each change of the contract. Lines of the sources after it end with the expected changes.

const BEFORE = {
  'gone.ts': `
@Prompt({ description: 'Was removed' })
export class Removed implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Was renamed', title: 'Renamed' })
export class OldName implements PromptHandler { render = () => 'x'; }
export const v1 = definePrompt({ name: 'many', version: '1.0.0', labels: ['old'], description: 'Is there twice', render: () => 'x' });
export const v2 = definePrompt({ name: 'many', version: '2.0.0', labels: ['fine'], description: 'Is there twice', render: () => 'x' });
`,
  'versions.ts': `
export const v3 = definePrompt({ name: 'several', version: '1.0.0', labels: ['fine'], description: 'Is there twice', render: () => 'x' });
export const v4 = definePrompt({ name: 'several', version: '2.0.0', description: 'Is there twice', render: () => 'x' });
export const v5 = definePrompt({ name: 'lowered', version: '2.0.0', description: 'Is there once', render: () => 'x' });
export const v6 = definePrompt({ name: 'raised', version: '1.0.0', description: 'Is there once', render: () => 'x' });
`,
  'presence.ts': `
export class PresenceArgs {
  @Arg({ description: 'Goes' }) @IsOptional() goes?: string;
  @Arg({ description: 'Becomes required' }) @IsOptional() harder?: string;
  @Arg({ description: 'Becomes optional' }) easier!: string;
}
@Prompt({ description: 'Has arguments', args: PresenceArgs })
export class Presence implements PromptHandler<PresenceArgs> { render = () => 'x'; }
export class OrderArgs {
  @Arg({ description: 'First' }) one!: string;
  @Arg({ description: 'Second' }) two!: string;
}
@Prompt({ description: 'Has an order', args: OrderArgs })
export class Order implements PromptHandler<OrderArgs> { render = () => 'x'; }
export class InsertedArgs {
  @Arg({ description: 'First' }) one!: string;
}
@Prompt({ description: 'Has one argument', args: InsertedArgs })
export class Inserted implements PromptHandler<InsertedArgs> { render = () => 'x'; }
`,
  'values.ts': `
export class ValueArgs {
  @Arg({ description: 'Text' }) type!: string;
  @Arg({ description: 'Integer' }) @IsInt() wider!: number;
  @Arg({ description: 'Day' }) text!: Date;
  @Arg({ description: 'Enum' }) free!: string;
  @Arg({ description: 'Enum' }) @IsIn(['a', 'b']) fewer!: string;
  @Arg({ description: 'Enum' }) @IsIn(['a', 'b']) more!: string;
  @Arg({ description: 'Bound' }) @Max(10) narrower!: number;
  @Arg({ description: 'Bound' }) @Max(10) looser!: number;
  @Arg({ description: 'Pattern' }) pattern!: string;
  @Arg({ description: 'Rule' }) ruled!: string;
  @Arg({ description: 'Rule' }) @IsSemVer() unruled!: string;
  @Arg({ description: 'Default' }) style = 'short';
  @Arg({ description: 'Empty', allowEmpty: true }) full!: string;
  @Arg({ description: 'Empty' }) empty!: string;
  @Arg({ description: 'Completed', complete: ['x'] }) alone!: string;
  @Arg({ description: 'Completed' }) helped!: string;
  @Arg({ description: 'Described' }) told!: string;
}
@Prompt({ description: 'Has values', args: ValueArgs })
export class Values implements PromptHandler<ValueArgs> { render = () => 'x'; }
`,
  'tools.ts': `
export class Line { @Arg({ description: 'Article' }) article!: string; }
export class Cart { @Arg({ description: 'Lines', items: Line }) lines!: Line[]; }
export class Receipt { @Field({ description: 'Total' }) total!: number; @Field({ description: 'Number' }) id!: string; }
@Tool({ description: 'Buys', args: Cart, output: Receipt })
export class Buy implements ToolHandler<Cart, Receipt> { call = () => ({ total: 1, id: 'x' }); }
@Resource({ uri: 'shop://{id}', description: 'An article of ours', mimeType: 'text/plain', args: Id })
export class Article implements ResourceHandler<Id> { read = () => 'x'; }
`,
  'access.ts': `
@Prompt({ description: 'Needs more', scopes: ['a'] })
export class Scoped implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Is hidden' })
export class Hidden implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Is there' })
export class Outdated implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Is there', deprecated: 'Use hidden' })
export class Restored implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Is there' })
export class Described implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Is shown', examples: [{}] })
export class Reworded implements PromptHandler { render = () => 'x'; }
@Prompt({ description: 'Is shown', examples: [{}] })
export class Longer implements PromptHandler { render = () => 'x'; }
`,
};

const AFTER = {
  'gone.ts': `
@Prompt({ description: 'Was renamed', title: 'Renamed' })
export class NewName implements PromptHandler { render = () => 'x'; }
export const v2 = definePrompt({ name: 'many', version: '2.0.0', labels: ['fine'], description: 'Is there twice', render: () => 'x' }); // label-removed
@Prompt({ description: 'Is new' })
export class Added implements PromptHandler { render = () => 'x'; } // added
`,
  'versions.ts': `
export const v3 = definePrompt({ name: 'several', version: '1.0.0', description: 'Is there twice', render: () => 'x' });
export const v4 = definePrompt({ name: 'several', version: '2.0.0', labels: ['fine'], description: 'Is there twice', render: () => 'x' });
export const v7 = definePrompt({ name: 'several', version: '3.0.0', description: 'Is there twice', render: () => 'x' });
export const v5 = definePrompt({ name: 'lowered', version: '1.0.0', description: 'Is there once', render: () => 'x' }); // version-lowered
export const v6 = definePrompt({ name: 'raised', version: '1.1.0', description: 'Is there once', render: () => 'x' });
`,
  'presence.ts': `
export class PresenceArgs { // argument-removed
  @Arg({ description: 'Becomes required' }) harder!: string; // argument-required
  @Arg({ description: 'Becomes optional' }) @IsOptional() easier?: string; // argument-optional
  @Arg({ description: 'Is required' }) added!: string; // required-argument-added
  @Arg({ description: 'Is last' }) @IsOptional() last?: string; // optional-argument-added
}
@Prompt({ description: 'Has arguments', args: PresenceArgs })
export class Presence implements PromptHandler<PresenceArgs> { render = () => 'x'; }
export class OrderArgs {
  @Arg({ description: 'Second' }) two!: string;
  @Arg({ description: 'First' }) one!: string;
}
@Prompt({ description: 'Has an order', args: OrderArgs })
export class Order implements PromptHandler<OrderArgs> { render = () => 'x'; } // order-changed
export class InsertedArgs {
  @Arg({ description: 'New' }) @IsOptional() zero?: string; // argument-inserted optional-argument-added
  @Arg({ description: 'First' }) one!: string;
}
@Prompt({ description: 'Has one argument', args: InsertedArgs })
export class Inserted implements PromptHandler<InsertedArgs> { render = () => 'x'; }
`,
  'values.ts': `
export class ValueArgs {
  @Arg({ description: 'Text' }) type!: number; // type-changed
  @Arg({ description: 'Integer' }) wider!: number; // type-changed
  @Arg({ description: 'Day' }) text!: string; // any-text
  @Arg({ description: 'Enum' }) @IsIn(['a']) free!: string; // enum-introduced completion-gained
  @Arg({ description: 'Enum' }) @IsIn(['a']) fewer!: string; // values-removed
  @Arg({ description: 'Enum' }) @IsIn(['a', 'b', 'c']) more!: string; // values-added
  @Arg({ description: 'Bound' }) @Max(5) narrower!: number; // bound-narrowed
  @Arg({ description: 'Bound' }) looser!: number; // bound-lifted
  @Arg({ description: 'Pattern' }) @Matches(/^x/) pattern!: string; // pattern-introduced
  @Arg({ description: 'Rule' }) @IsSemVer() ruled!: string; // rule-added
  @Arg({ description: 'Rule' }) unruled!: string; // any-text
  @Arg({ description: 'Default' }) style = 'long'; // default-changed
  @Arg({ description: 'Empty' }) full!: string; // empty-refused
  @Arg({ description: 'Empty', allowEmpty: true }) empty!: string; // empty-accepted
  @Arg({ description: 'Completed' }) alone!: string; // completion-lost
  @Arg({ description: 'Completed', complete: ['x'] }) helped!: string; // completion-gained
  @Arg({ description: 'Described anew' }) told!: string; // text-changed
}
@Prompt({ description: 'Has values', args: ValueArgs })
export class Values implements PromptHandler<ValueArgs> { render = () => 'x'; }
`,
  'tools.ts': `
export class Line { // argument-removed
  @Arg({ description: 'Number' }) @IsOptional() number?: string; // optional-argument-added
}
export class Cart { @Arg({ description: 'Lines', items: Line }) lines!: Line[]; }
export class Receipt { // argument-removed
  @Field({ description: 'Total' }) total!: string; // type-changed
}
@Tool({ description: 'Buys', args: Cart, output: Receipt, annotations: { readOnlyHint: false } })
export class Buy implements ToolHandler<Cart, Receipt> { call = () => ({ total: 'x' }); } // annotations-changed
@Resource({ uri: 'shop://articles/{id}', description: 'An article of ours', mimeType: 'text/html', args: Id })
export class Article implements ResourceHandler<Id> { read = () => 'x'; } // uri-changed mime-type-changed
`,
  'access.ts': `
@Prompt({ description: 'Needs more', scopes: ['b'] })
export class Scoped implements PromptHandler { render = () => 'x'; } // scope-added scope-removed
@Prompt({ description: 'Is hidden', visible: () => true })
export class Hidden implements PromptHandler { render = () => 'x'; } // visible-rule
@Prompt({ description: 'Is there', deprecated: 'Use hidden' })
export class Outdated implements PromptHandler { render = () => 'x'; } // deprecated
@Prompt({ description: 'Is there' })
export class Restored implements PromptHandler { render = () => 'x'; } // undeprecated
@Prompt({ description: 'Is there', title: 'New', tags: ['x'], icons: [{ src: 'https://x.test/i' }] })
export class Described implements PromptHandler { render = () => 'x'; } // text-changed tags-changed icons-changed
@Prompt({ description: 'Is shown', examples: [{}] })
export class Reworded implements PromptHandler { render = () => 'y'; } // messages-reworded
@Prompt({ description: 'Is shown', examples: [{}] })
export class Longer implements PromptHandler { render = () => ['x', 'y'.repeat(400)]; } // messages-changed over-budget
`,
};

let project: ProjectFolder;
beforeAll(async () => {
  project = foundProject({});
  const config = project.read('cuecard.config.ts').replace('check: {}', 'check: { budget: 50 }');
  project.write({ 'cuecard.config.ts': config });
  write(BEFORE);
  await dataOf(project.path, ['manifest']);
  write(AFTER);
});
afterAll(() => project.remove());

const HEAD = `import { Arg, definePrompt, Field, Prompt, type PromptHandler, Resource, type ResourceHandler, Tool, type ToolHandler } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, IsSemVer, Matches, Max } from 'class-validator';
class Id { @Arg({ description: 'Its number' }) id!: string; }`;

function write(files: Readonly<Record<string, string>>): void {
  project.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`src/${name}`, HEAD + text])));
}

/** Returns the changes that the comments at the ends of lines expect. */
function marked(): string[] {
  return Object.entries(AFTER).flatMap(([name, text]) =>
    (HEAD + text).split('\n').flatMap((line, at) => {
      const [, rules = ''] = / \/\/ ([a-z -]+)$/.exec(line) ?? [];
      return rules
        .split(' ')
        .filter(Boolean)
        .map((rule) => `src/${name}:${at + 1} ${rule}`);
    }),
  );
}

describe('cuecard diff', () => {
  test('prints each change with the line of its class or argument', async () => {
    const { stdout } = await run(project.path, ['diff', '--json']);
    const { data } = JSON.parse(stdout) as { readonly data: Comparison };
    const isGone = ({ rule, name }: Comparison['changes'][number]) =>
      ['removed', 'renamed', 'version-removed', 'label-moved', 'version-added'].includes(rule) || name === undefined;
    const reported = data.changes.filter((each) => !isGone(each));
    expect(reported.map(({ where, rule }) => `${where?.path}:${where?.line} ${rule}`).toSorted()).toEqual(
      marked().toSorted(),
    );
    const gone = data.changes.filter(isGone).map(({ where, rule, name }) => `${rule} ${name} ${where?.path}`);
    expect(gone).toEqual([
      'version-too-low undefined cuecard.config.ts',
      'version-removed many@1.0.0 contract.json',
      'renamed old_name contract.json',
      'removed removed contract.json',
      'version-added several@3.0.0 src/versions.ts',
      'label-moved several src/versions.ts',
    ]);
  });

  test('prints removed definitions with their line in the contract', async () => {
    const { stdout } = await run(project.path, ['diff', '--json']);
    const { data } = JSON.parse(stdout) as { readonly data: Comparison };
    const removed = data.changes.find(({ rule }) => rule === 'removed');
    const line = project.read('contract.json').split('\n')[(removed?.where?.line ?? 0) - 1];
    expect(line?.trim()).toBe('"name": "removed",');
  });

  test('finds no change after cuecard manifest, whose --check agrees', async () => {
    expect((await run(project.path, ['manifest', '--check', '--out', 'other.json'])).code).toBe(1);
    expect((await run(project.path, ['manifest', '--out', 'other.json'])).stdout).toMatch(
      /^other.json is written: \d+ definitions\n$/,
    );
    expect((await run(project.path, ['manifest', '--check', '--out', 'other.json'])).code).toBe(0);
    const { changes } = await dataOf<Comparison>(project.path, ['diff', 'other.json']);
    expect(changes.map(({ rule }) => rule).toSorted()).toEqual(['over-budget', 'visible-rule']);
  });
});
