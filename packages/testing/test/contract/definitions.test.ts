import 'reflect-metadata';
import {
  Arg,
  type Class,
  definePack,
  definePrompt,
  defineTool,
  Prompt,
  type PromptHandler,
  type RegistryEntry,
  Resource,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsIn } from 'class-validator';
import { changesBetween, linesBetween } from './support/changes.ts';
import { size } from '../../../../build/jest/runs.ts';

const render = () => 'Hello';
const review = definePrompt({ name: 'review', description: 'Reviews', render });

describe('compareManifests: definitions', () => {
  test('treats a removed definition as major, even if deprecated', async () => {
    const old = definePrompt({ name: 'review', deprecated: 'Use audit', render });
    expect(await changesBetween([review], [])).toEqual([
      { level: 'major', rule: 'removed', kind: 'prompt', name: 'review', reason: 'It was removed' },
    ]);
    expect(await linesBetween([old], [])).toEqual(['major review: It was removed after it was deprecated: Use audit']);
  });

  test('treats a renamed definition as one major change', async () => {
    const audit = definePrompt({ name: 'audit', description: 'Reviews', render });
    expect(await linesBetween([review], [audit])).toEqual(['major review: Its name is "audit" now']);
  });

  test('reports a removed and a new definition if name and description change', async () => {
    const audit = definePrompt({ name: 'audit', description: 'Audits', render });
    expect(await linesBetween([review], [audit])).toEqual(['major review: It was removed', 'minor audit: It is new']);
  });

  test('treats a resource as new even if a prompt has the same name', async () => {
    @Resource({ name: 'review', uri: 'docs://review' })
    class Review {
      read = () => 'Text';
    }
    expect(await linesBetween([review], [review, Review])).toEqual(['minor review: It is new']);
  });

  test('treats other titles and descriptions as a patch', async () => {
    const titled = definePrompt({ name: 'review', title: 'Review', description: 'Reviews code', render });
    expect(await linesBetween([review], [titled])).toEqual([
      'patch review: Its title changed',
      'patch review: Its description changed',
    ]);
  });

  test('treats other tags as a patch', async () => {
    const tagged = definePrompt({ name: 'review', description: 'Reviews', tags: ['code'], render });
    expect(await linesBetween([review], [tagged])).toEqual(['patch review: Its tags changed']);
  });

  test('treats other icons as a patch', async () => {
    const shown = definePrompt({
      name: 'review',
      description: 'Reviews',
      icons: [{ src: 'https://x.test/i' }],
      render,
    });
    expect(await linesBetween([review], [shown])).toEqual(['patch review: Its icons changed']);
  });

  test('treats changed annotations and a new asTool as minor, and a removed asTool as major', async () => {
    const call = () => 'One';
    const tool = defineTool({ name: 'count', call });
    const marked = defineTool({ name: 'count', annotations: { readOnlyHint: true }, call });
    const asTool = definePrompt({ name: 'review', description: 'Reviews', asTool: true, render });
    expect(await linesBetween([tool], [marked])).toEqual(['minor count: Its annotations changed']);
    expect(await linesBetween([review], [asTool])).toEqual(['minor review: Clients get it as a tool, too']);
    expect(await linesBetween([asTool], [review])).toEqual(['major review: Clients no longer get it as a tool']);
  });

  test('treats a new deprecation as minor, and a removed deprecation as a patch', async () => {
    const old = definePrompt({ name: 'review', description: 'Reviews', deprecated: 'Use audit', render });
    expect(await linesBetween([review], [old])).toEqual(['minor review: It is deprecated: Use audit']);
    expect(await linesBetween([old], [review])).toEqual(['patch review: It is no longer deprecated']);
  });

  test('treats more scopes as major, and fewer as minor', async () => {
    const guarded = definePrompt({ name: 'review', description: 'Reviews', scopes: ['reviews'], render });
    expect(await linesBetween([review], [guarded])).toEqual(['major review: Callers need the scope reviews now']);
    expect(await linesBetween([guarded], [review])).toEqual(['minor review: Callers no longer need the scope reviews']);
  });

  test('warns that a `visible` rule may hide a definition', async () => {
    const hidden = definePrompt({ name: 'review', description: 'Reviews', visible: () => true, render });
    expect(await linesBetween([review], [hidden])).toEqual([
      'warning review: It has a visible rule now, which may hide it from callers who could see it before',
    ]);
    expect(await linesBetween([hidden], [hidden])).toEqual([
      'warning review: It has a visible rule, and the manifests do not show whether the rule changed',
    ]);
  });

  test('treats more required services as major, and fewer as minor', async () => {
    abstract class Clock {}
    const packOf = (requires: readonly (typeof Clock)[]) =>
      definePack({ name: 'pack', version: '1.0.0', prompts: [review], requires });
    expect(await linesBetween([packOf([])], [packOf([Clock])])).toEqual([
      'major review: It requires the service Clock now',
    ]);
    expect(await linesBetween([packOf([Clock])], [packOf([])])).toEqual([
      'minor review: It no longer requires the service Clock',
    ]);
  });
});

describe('compareManifests: resources', () => {
  test('treats another URI or MIME type as major', async () => {
    @Resource({ name: 'rules', uri: 'docs://rules', mimeType: 'text/plain' })
    class Rules {
      read = () => 'Text';
    }
    @Resource({ name: 'rules', uri: 'docs://house-rules', mimeType: 'text/markdown' })
    class HouseRules {
      read = () => 'Text';
    }
    expect(await linesBetween([Rules], [HouseRules])).toEqual([
      'major rules: Its uri is "docs://house-rules" instead of "docs://rules"',
      'major rules: Its mimeType is "text/markdown" instead of "text/plain"',
    ]);
  });
});

test('compareManifests compares template variables like arguments', async () => {
  class Place {
    @Arg() folder!: string;
  }
  class Narrow {
    @Arg() @IsIn(['guides']) folder!: string;
  }
  const docsWith = (args: Class) => {
    @Resource({ name: 'docs', uri: 'docs://{folder}', args })
    class Docs {
      read = () => 'Text';
    }
    return Docs;
  };
  expect(await linesBetween([docsWith(Place)], [docsWith(Narrow)])).toEqual([
    'major docs.folder: accepts only "guides" now',
    'patch docs.folder: has completions now',
  ]);
});

describe('compareManifests: versions', () => {
  const at = (version: string, more: object = {}) =>
    definePrompt({ name: 'review', description: 'Reviews', version, render, ...more });

  test('ignores a higher version that replaces the only version', async () => {
    expect(await linesBetween([at('1.0.0')], [at('1.1.0')])).toEqual([]);
  });

  test('rejects a lower version that replaces the only version', async () => {
    expect(await linesBetween([at('1.1.0')], [at('1.0.0')])).toEqual([
      'error review: Its version 1.0.0 is lower than version 1.1.0, which it replaces',
    ]);
  });

  test('treats a removed version as major, and a new version as minor', async () => {
    expect(await linesBetween([at('1.0.0'), at('2.0.0')], [at('2.0.0')])).toEqual([
      'major review@1.0.0: This version was removed',
    ]);
    expect(await linesBetween([at('1.0.0')], [at('1.0.0'), at('2.0.0')])).toEqual([
      'minor review@2.0.0: This version is new',
    ]);
  });

  test('warns if requests without a version get a version with breaking changes', async () => {
    const args = [{ name: 'code', required: true }];
    expect(await linesBetween([at('1.0.0')], [at('1.0.0'), at('2.0.0', { args })])).toEqual([
      'minor review@2.0.0: This version is new',
      'warning review: Requests without a version get version 2.0.0 now, unless a label or a selector chooses another. Breaking changes: code is new and required',
    ]);
  });

  test('treats a removed label as major, and a moved label as minor', async () => {
    const [one, two] = [at('1.0.0'), at('2.0.0')];
    const [stable, next] = [at('1.0.0', { labels: ['stable'] }), at('2.0.0', { labels: ['stable'] })];
    expect(await linesBetween([stable, two], [one, two])).toEqual(['major review: The label stable was removed']);
    expect(await linesBetween([stable, two], [one, next])).toEqual([
      'minor review: The label stable points to 2.0.0 instead of 1.0.0',
    ]);
  });
});

test('compareManifests compares thousands of definitions by name', async () => {
  const count = size(2_000);
  const many = (description: string): RegistryEntry[] =>
    Array.from({ length: count }, (_, at) => definePrompt({ name: `p${at}`, description, render }));
  const changes = await changesBetween(many('One'), many('Two'));
  expect(changes).toHaveLength(count);
  expect(new Set(changes.map(({ rule, level }) => `${rule} ${level}`))).toEqual(new Set(['text-changed patch']));
});

test('createManifest describes a class and an equal definition from data identically', async () => {
  class ReviewArgs {
    @Arg({ description: 'The code' }) code!: string;
  }
  @Prompt({ name: 'review', description: 'Reviews', args: ReviewArgs })
  class Review implements PromptHandler<ReviewArgs> {
    render = () => 'Hello';
  }
  const data = definePrompt({
    name: 'review',
    description: 'Reviews',
    args: [{ name: 'code', description: 'The code', required: true }],
    render,
  });
  expect(await linesBetween([Review], [data])).toEqual([]);
});
