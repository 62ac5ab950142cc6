import { Arg, Prompt, type DefinitionError, type PromptHandler, type Resolver, Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  useContainer,
  Validate,
  type ValidationArguments,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { container as root, type Disposable, injectable, Lifecycle, scoped } from 'tsyringe';

abstract class People {
  abstract has(name: string): boolean;
}
class OurPeople extends People {
  override has = (name: string) => name === 'Ada';
}
const withPeople = () => root.createChildContainer().register(People as never, { useClass: OurPeople });

async function ask(runtime: Runtime, name: string, args: Record<string, string>): Promise<unknown> {
  try {
    const { messages } = await runtime.prompts.get({ name, arguments: args });
    return messages.map(({ content }) => content.type === 'text' && content.text);
  } catch (error) {
    return (error as { data: unknown }).data;
  }
}

describe('Validator with dependencies', () => {
  test('receives its dependencies, and is constructed only when a request arrives', async () => {
    let constructed = 0;
    @ValidatorConstraint({ name: 'isOneOfUs' })
    class IsOneOfUs implements ValidatorConstraintInterface {
      constructor(private readonly people: People) {
        constructed += 1;
      }
      validate = (name: string) => this.people.has(name);
      defaultMessage = ({ property }: ValidationArguments) => `${property} must be one of us`;
    }
    @ValidatorConstraint({ name: 'isAwake', async: true })
    class IsAwake implements ValidatorConstraintInterface {
      constructor(private readonly people: People) {}
      validate = async (name: string) => this.people.has(name);
      defaultMessage = () => '$property must be awake, not $value';
    }
    class Args {
      @Arg()
      @Validate(IsOneOfUs)
      author!: string;

      @Arg({ items: String })
      @Validate(IsAwake, { each: true })
      reviewers: string[] = [];
    }
    @Prompt({ args: Args })
    class Review implements PromptHandler<Args> {
      render = ({ author, reviewers }: Args) => [author, ...reviewers];
    }
    const runtime = new Runtime({ prompts: [Review], resolver: fromContainer(withPeople()) });
    expect(constructed).toBe(0);
    expect(await ask(runtime, 'review', { author: 'Ada', reviewers: 'Ada,Ada' })).toEqual(['Ada', 'Ada', 'Ada']);
    expect(await ask(runtime, 'review', { author: 'Eve', reviewers: 'Ada,Eve' })).toEqual({
      prompt: 'review',
      errors: [
        { argument: 'author', rule: 'isOneOfUs', message: 'author must be one of us' },
        { argument: 'reviewers', rule: 'isAwake', message: 'reviewers must be awake, not the value' },
      ],
    });
    expect(constructed).toBe(2);
  });

  test('shares request-scoped services with the prompt', async () => {
    const events: string[] = [];
    let count = 0;
    @scoped(Lifecycle.ContainerScoped)
    class Transaction implements Disposable {
      readonly id = (count += 1);
      dispose = () => void events.push(`disposed of ${this.id}`);
    }
    const seen: number[] = [];
    @ValidatorConstraint()
    class IsStored implements ValidatorConstraintInterface {
      constructor(private readonly transaction: Transaction) {}
      validate = () => seen.push(this.transaction.id) > 0;
    }
    class Args {
      @Arg()
      @Validate(IsStored)
      id!: string;

      @Arg()
      @Validate(IsStored)
      other!: string;
    }
    @Prompt({ args: Args })
    class Report implements PromptHandler<Args> {
      constructor(private readonly transaction: Transaction) {}
      render = () => `rendered in ${this.transaction.id}`;
    }
    const runtime = new Runtime({ prompts: [Report], resolver: fromContainer(root.createChildContainer()) });
    const args = { id: 'a', other: 'b' };
    expect(await ask(runtime, 'report', args)).toEqual(['rendered in 1']);
    expect(await ask(runtime, 'report', args)).toEqual(['rendered in 2']);
    expect(seen).toEqual([1, 1, 2, 2]);
    await new Promise(setImmediate);
    expect(events).toEqual(['disposed of 1', 'disposed of 2']);
  });

  test('causes a fault at start-up if a service is missing, with the path', () => {
    @injectable()
    class Directory {
      constructor(readonly people: People) {}
    }
    @ValidatorConstraint({ name: 'isListed' })
    class IsListed implements ValidatorConstraintInterface {
      constructor(readonly directory: Directory) {}
      validate = () => true;
    }
    class Member {
      @Arg()
      @Validate(IsListed)
      name!: string;
    }
    class Args {
      @Arg()
      member!: Member;
    }
    @Prompt({ args: Args })
    class Greeting implements PromptHandler<Args> {
      render = () => '';
    }
    const make = (resolver?: Resolver) => new Runtime({ prompts: [Greeting], ...(resolver && { resolver }) });
    const faultsWith = (resolver?: Resolver) => {
      try {
        return make(resolver)
          .registry.list()
          .map(({ name }) => name);
      } catch (error) {
        return (error as DefinitionError).faults;
      }
    };
    expect(faultsWith(fromContainer(root.createChildContainer()))).toEqual([
      {
        where: 'IsListed',
        type: 'IsListed',
        id: 'service-missing',
        problem:
          'cannot be constructed: People is neither registered nor @injectable() (IsListed → Directory → People)',
        remedy: 'Register it in the container before you create the runtime',
      },
    ]);
    expect(faultsWith(fromContainer(withPeople()))).toEqual(['greeting']);
    expect(faultsWith()).toEqual([
      {
        where: 'IsListed',
        type: 'IsListed',
        id: 'class-not-constructible',
        problem: 'has 1 constructor parameter(s), but no resolver injects them',
        remedy: 'Give the runtime a resolver, such as fromContainer(container) from @cuecard/tsyringe',
      },
    ]);
  });
});

describe('useContainer() of class-validator', () => {
  afterEach(() => useContainer(undefined as never));

  test('provides validators that have no dependencies', async () => {
    @ValidatorConstraint({ name: 'isShort' })
    class IsShort implements ValidatorConstraintInterface {
      most = 3;
      validate = (text: string) => text.length <= this.most;
      defaultMessage = () => `$property must have at most ${this.most} letters`;
    }
    class Args {
      @Arg()
      @Validate(IsShort)
      word!: string;
    }
    @Prompt({ args: Args })
    class Say implements PromptHandler<Args> {
      render = ({ word }: Args) => word;
    }
    const runtime = new Runtime({ prompts: [Say], resolver: fromContainer(root.createChildContainer()) });
    const configured = Object.assign(new IsShort(), { most: 5 });
    useContainer({ get: (type: unknown) => (type === IsShort ? configured : undefined) } as never, { fallback: true });
    expect(await ask(runtime, 'say', { word: 'hello' })).toEqual(['hello']);
    expect(await ask(runtime, 'say', { word: 'goodbye' })).toEqual({
      prompt: 'say',
      errors: [{ argument: 'word', rule: 'isShort', message: 'word must have at most 5 letters' }],
    });
  });
});
