import {
  Arg,
  byLabel,
  byPercentage,
  definePrompt,
  defineTool,
  type LabelChange,
  type LabelPlace,
  type LabelSource,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { IsIn, ValidatePromise } from 'class-validator';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';

/** Labels that a test moves. */
class Shelf implements LabelSource {
  readonly listeners = new Set<(change: LabelChange) => void>();
  readonly #places = new Map<string, LabelPlace>();

  constructor(...places: readonly LabelPlace[]) {
    for (const place of places) this.#places.set(keyOf(place), place);
  }

  places(): Iterable<LabelPlace> {
    return this.#places.values();
  }

  watch(listener: (change: LabelChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  move(...places: readonly LabelPlace[]): void {
    for (const place of places)
      if (place.version === undefined) this.#places.delete(keyOf(place));
      else this.#places.set(keyOf(place), place);
    this.notify({ places });
  }

  notify(change: LabelChange): void {
    for (const listener of this.listeners) listener(change);
  }
}

const keyOf = ({ kind = 'prompt', name, label }: LabelPlace) => `${kind} ${name} ${label}`;
const production = (version: string | undefined, name = 'review'): LabelPlace => ({
  name,
  label: 'production',
  version,
});
const version = (number: string, labels: readonly string[] = [], name = 'review') =>
  definePrompt({ name, version: number, labels: [...labels], description: number, render: () => number });

let warnings: string[];
beforeEach(() => {
  warnings = [];
});
const logger = { error: () => {}, warn: (line: string) => void warnings.push(line) };

function serving(labels: LabelSource, ...prompts: ReturnType<typeof version>[]): Runtime {
  return new Runtime({ prompts, labels, logger, select: byLabel('production') });
}
const served = async (runtime: Runtime, name = 'review') => {
  const { messages } = await runtime.prompts.get({ name });
  return messages.map(({ content }) => content);
};
const text = (value: string) => [{ type: 'text', text: value }];
const labelsOf = (runtime: Runtime, name = 'review') =>
  runtime.registry.versions(name)?.map((each) => [each.version, each.labels]);

describe('RuntimeOptions.labels', () => {
  test('overrides labels declared in code from the first request', async () => {
    const runtime = serving(new Shelf(production('2.0.0')), version('1.0.0', ['production']), version('2.0.0'));
    expect([await served(runtime), labelsOf(runtime)]).toEqual([
      text('2.0.0'),
      [
        ['2.0.0', ['production']],
        ['1.0.0', []],
      ],
    ]);
  });

  test('moves a label between requests', async () => {
    const shelf = new Shelf();
    const runtime = serving(shelf, version('1.0.0', ['production']), version('2.0.0'));
    const before = await served(runtime);
    shelf.move(production('2.0.0'));
    const moved = await served(runtime);
    shelf.move(production('1.0.0'));
    expect([before, moved, await served(runtime)]).toEqual([text('1.0.0'), text('2.0.0'), text('1.0.0')]);
  });

  test('restores the declared label when the source removes its own', () => {
    const shelf = new Shelf(production('2.0.0'));
    const runtime = serving(shelf, version('1.0.0', ['production', 'old']), version('2.0.0', ['new']));
    shelf.move(production(undefined));
    expect(labelsOf(runtime)).toEqual([
      ['2.0.0', ['new']],
      ['1.0.0', ['old', 'production']],
    ]);
    expect(runtime.registry.movedLabels).toEqual([]);
  });

  test('restores a removed label to the highest version that declares it', () => {
    const shelf = new Shelf(production('2.0.0'));
    const runtime = serving(shelf, version('1.0.0', ['production']), version('2.0.0'));
    runtime.replace(runtime.registry.with(version('3.0.0', ['production'])));
    shelf.move(production(undefined));
    expect(labelsOf(runtime)).toEqual([
      ['3.0.0', ['production']],
      ['2.0.0', []],
      ['1.0.0', []],
    ]);
  });

  test('keeps a label for a missing version pending and warns once', async () => {
    const shelf = new Shelf(production('3.0.0'));
    const runtime = serving(shelf, version('1.0.0', ['production']), version('2.0.0'));
    const waiting = labelsOf(runtime);
    runtime.replace(runtime.registry.with(version('2.1.0')));
    runtime.replace(runtime.registry.with(version('3.0.0')));
    expect([waiting, labelsOf(runtime)]).toEqual([
      [
        ['2.0.0', []],
        ['1.0.0', []],
      ],
      [
        ['3.0.0', ['production']],
        ['2.1.0', []],
        ['2.0.0', []],
        ['1.0.0', []],
      ],
    ]);
    expect(warnings).toEqual([
      'The label "production" of the prompt "review" points to version 3.0.0, which is not here. It waits for that version, and is on no other one.',
    ]);
  });

  test('ignores labels of names that are not served, without warning', () => {
    const shelf = new Shelf(production('1.0.0', 'elsewhere'), { ...production('1.0.0'), kind: 'tool' });
    const runtime = serving(shelf, version('1.0.0'));
    shelf.move(production('2.0.0', 'elsewhere'));
    expect([warnings, labelsOf(runtime)]).toEqual([[], [['1.0.0', []]]]);
  });

  test('applies labels when names are added or versions removed', () => {
    const shelf = new Shelf(production('1.0.0', 'late'), production('2.0.0'));
    const runtime = serving(shelf, version('1.0.0', ['production']), version('2.0.0'));
    runtime.replace(runtime.registry.with(version('1.0.0', [], 'late'), version('2.0.0', ['production'], 'late')));
    runtime.replace(runtime.registry.without(['review@2.0.0']));
    expect([labelsOf(runtime, 'late'), labelsOf(runtime)]).toEqual([
      [
        ['2.0.0', []],
        ['1.0.0', ['production']],
      ],
      [['1.0.0', []]],
    ]);
  });

  test('does not move a label to the replacement of its version', () => {
    const shelf = new Shelf(production('2.0.0'));
    const classOf = (number: string, labels: string[] = []) => {
      @Prompt({ name: 'review', version: number, labels })
      class Review implements PromptHandler {
        render = () => number;
      }
      return Review;
    };
    const two = classOf('2.0.0');
    const runtime = new Runtime({ prompts: [classOf('1.0.0', ['production']), two], labels: shelf, logger });
    runtime.replace(runtime.registry.exchange([two], [classOf('3.0.0')]));
    expect(labelsOf(runtime)).toEqual([
      ['3.0.0', []],
      ['1.0.0', []],
    ]);
  });

  test('overrides a label set with Registry.withLabel', () => {
    const runtime = serving(new Shelf(production('2.0.0')), version('1.0.0'), version('2.0.0'));
    runtime.replace(runtime.registry.withLabel('production', 'review@1.0.0'));
    expect(labelsOf(runtime)).toEqual([
      ['2.0.0', ['production']],
      ['1.0.0', []],
    ]);
  });

  test('assigns labels to tools', () => {
    const tool = (number: string) => defineTool({ name: 'order', version: number, call: () => number });
    const labels = new Shelf({ kind: 'tool', name: 'order', label: 'production', version: '1.0.0' });
    const runtime = new Runtime({
      tools: [tool('1.0.0'), tool('2.0.0')],
      labels,
      logger,
      select: byLabel('production'),
    });
    expect(runtime.find('order', 'tool')?.version).toBe('1.0.0');
  });

  test('does not repeat definition warnings when labels move', () => {
    class Args {
      @Arg({ type: JSON })
      @ValidatePromise()
      @IsIn(['a'])
      code: unknown;
    }
    @Prompt({ name: 'review', version: '1.0.0', args: Args })
    class Review implements PromptHandler<Args> {
      render = () => 'reviewed';
    }
    const shelf = new Shelf();
    const prompts = [Review, version('2.0.0')];
    const runtime = new Runtime({ prompts, labels: shelf, logger, select: byLabel('production') });
    const before = warnings.length;
    shelf.move(production('1.0.0'));
    shelf.move(production('2.0.0'));
    expect([before, warnings.length, runtime.find('review')?.version]).toEqual([1, 1, '2.0.0']);
  });

  test('follows the source of the new runtime after Runtime.become', async () => {
    const [former, next] = [new Shelf(), new Shelf(production('2.0.0'))];
    const prompts = [version('1.0.0', ['production']), version('2.0.0')];
    const runtime = serving(former, ...prompts);
    runtime.become(serving(next, ...prompts));
    former.move(production('1.0.0'));
    expect([await served(runtime), former.listeners.size, next.listeners.size]).toEqual([text('2.0.0'), 0, 1]);
    next.move(production('1.0.0'));
    expect([await served(runtime), runtime.labels === next]).toEqual([text('1.0.0'), true]);
  });

  test('rejects an object without the functions places and watch', () => {
    expect(() => new Runtime({ prompts: [], labels: new Map() as never })).toThrow(
      'Runtime has the option "labels", which cannot be this object; give an object with the functions places and watch',
    );
  });

  test('moves two of 5,000 labels and keeps the others', () => {
    const places = Array.from({ length: 5_000 }, (_, at) => production('1.0.0', `prompt_${at}`));
    const shelf = new Shelf(...places);
    const prompts = places.flatMap(({ name }) => [version('1.0.0', [], name), version('2.0.0', ['production'], name)]);
    const runtime = serving(shelf, ...prompts);
    shelf.move(production('2.0.0', 'prompt_7'), production('2.0.0', 'prompt_8'));
    const at = ['1.0.0', '2.0.0'].map(
      (number) => runtime.registry.movedLabels.filter((each) => each.version === number).length,
    );
    expect(at).toEqual([4_998, 2]);
  });
});

describe('Runtime.onListChanged', () => {
  const settled = () => sleep(120);
  const listening = (runtime: Runtime) => {
    const kinds: string[] = [];
    runtime.onListChanged((kind) => void kinds.push(kind));
    return kinds;
  };

  test('notifies once of labels that move together', async () => {
    const shelf = new Shelf();
    const runtime = serving(shelf, version('1.0.0', ['production']), version('2.0.0'));
    const kinds = listening(runtime);
    shelf.move(production('2.0.0'), { ...production('1.0.0'), label: 'canary' });
    await settled();
    expect(kinds).toEqual(['prompt']);
  });

  test('does not notify of a label whose version is missing', async () => {
    const shelf = new Shelf();
    const runtime = serving(shelf, version('1.0.0'));
    const kinds = listening(runtime);
    shelf.move(production('2.0.0'));
    await settled();
    expect(kinds).toEqual([]);
  });

  test('notifies of kinds that the source announces without moving labels', async () => {
    const shelf = new Shelf();
    const kinds = listening(serving(shelf, version('1.0.0')));
    shelf.notify({ places: [], announce: ['prompt', 'tool'] });
    await settled();
    expect(kinds).toEqual(['prompt', 'tool']);
  });

  test('notifies of kinds passed to Runtime.notifyListChanged', async () => {
    const runtime = new Runtime({ prompts: [version('1.0.0')], logger });
    const kinds = listening(runtime);
    runtime.notifyListChanged('prompt');
    await settled();
    expect(kinds).toEqual(['prompt']);
  });

  test('notifies 1,000 listeners in batches, including of a change made meanwhile', async () => {
    jest.useFakeTimers();
    const shelf = new Shelf();
    const runtime = serving(shelf, version('1.0.0', ['production']), version('2.0.0'));
    const [times, start] = [new Map<number, number[]>(), performance.now()];
    for (let index = 0; index < 1_000; index += 1)
      runtime.onListChanged(() => void times.set(index, [...(times.get(index) ?? []), performance.now() - start]));
    shelf.move(production('2.0.0'));
    await jest.advanceTimersByTimeAsync(300);
    const early = times.size;
    shelf.move(production('1.0.0'));
    await jest.advanceTimersByTimeAsync(2_500);
    jest.useRealTimers();
    const counts = [...times.values()].map(({ length }) => length);
    const last = [...times.values()].map((each) => each.at(-1) ?? 0);
    expect([early, times.size, Math.min(...counts), Math.max(...counts)]).toEqual([260, 1_000, 1, 2]);
    expect(Math.min(...last)).toBeGreaterThanOrEqual(350); // Each was notified of the second move.
  });
});

describe('byPercentage with a function', () => {
  const versions = [version('1.0.0', ['production']), version('2.0.0', ['canary'])];
  const share = async (percent: number | ((of: { name: string }) => number)) => {
    const runtime = new Runtime({
      prompts: new Registry(versions),
      logger,
      select: [byPercentage('canary', percent), byLabel('production')],
    });
    const all = Array.from({ length: 300 }, (_, at) =>
      runtime.find('review', 'prompt', { auth: { principal: `p${at}`, scopes: [] } as never }),
    );
    return all.filter((each) => each?.version === '2.0.0').length;
  };

  test('passes the version and selects like an equal number', async () => {
    const names: string[] = [];
    const byFunction = await share(({ name }) => {
      names.push(name);
      return 30;
    });
    expect([byFunction, new Set(names)]).toEqual([await share(30), new Set(['review'])]);
  });

  test('selects the label for no caller if the percentage is invalid', async () => {
    expect([await share(() => Number.NaN), await share(() => -1)]).toEqual([0, 0]);
  });
});
