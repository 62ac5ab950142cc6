import {
  Arg,
  definePack,
  defineResource,
  isResource,
  mount,
  Registry,
  Resource,
  type ResourceHandler,
  ResourceReader,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsInt } from 'class-validator';
import { linesOf } from './support/faults.ts';

const logger = { error() {}, warn() {} };

class Id {
  @Arg() id!: string;
}

/** The faults of a class with these options. */
function faultsOf(options: { uri?: string; args?: new () => object } & Record<string, unknown>): string[] {
  @Resource(options as never)
  class Thing {
    read() {
      return '';
    }
  }
  return linesOf(() => new Registry([Thing]));
}

const SEPARATE = 'Separate variables with a character that values cannot contain, such as "/" or ","';

describe('Resource()', () => {
  test.each<[string, Parameters<typeof faultsOf>[0], string | string[]]>([
    [
      'without a URI',
      {},
      'Thing has no uri. Set the uri of @Resource(), for example to "config:limits" or "orders://{id}".',
    ],
    [
      'with an invalid URI',
      { uri: 'a b' },
      'Thing has the uri "a b", which has a character that a URI must percent-encode. Write a URI, or a URI template as defined in RFC 6570.',
    ],
    [
      'with a URI without a scheme',
      { uri: 'orders' },
      'Thing has the uri "orders", which has no scheme. Begin the uri with a scheme, as in "orders:".',
    ],
    [
      'with a scheme that is a variable',
      { uri: '{id}:x', args: Id },
      'Thing has the uri "{id}:x", which has no scheme. Begin the uri with a scheme, as in "orders:".',
    ],
    [
      'with a variable but no arguments',
      { uri: 'orders:{id}' },
      'Thing has the variable "id" in its uri "orders:{id}", but it has no arguments. Set args to a class with an @Arg() "id".',
    ],
    [
      'with a variable of another name',
      { uri: 'orders:{idd}', args: Id },
      [
        'Thing has the variable "idd" in its uri "orders:{idd}", but Id has no argument of that name. Write {id}.',
        'Thing requires the argument "id" of Id, but its uri "orders:{idd}" has no such variable. Add {id} to the uri, or make the argument optional.',
      ],
    ],
    [
      'with a required argument missing from the URI',
      { uri: 'orders:all', args: Id },
      'Thing requires the argument "id" of Id, but its uri "orders:all" has no such variable. Add {id} to the uri, or make the argument optional.',
    ],
    [
      'with only a prefix of a variable',
      { uri: 'orders:{id:3}', args: Id },
      'Thing has only a prefix of "id" in its uri "orders:{id:3}". Add {id}, or remove the length.',
    ],
    [
      'with an ambiguous URI',
      { uri: 'orders:{id}-{id}', args: Id },
      `Thing has the uri "orders:{id}-{id}", in which the end of "id" is ambiguous: "-" may be part of a value. ${SEPARATE}.`,
    ],
    [
      'with an invalid MIME type',
      { uri: 'a:b', mimeType: 'json' },
      'Thing has an option that clients would reject: mimeType must be a MIME type, such as text/plain. Correct the option.',
    ],
    [
      'with invalid annotations',
      { uri: 'a:b', annotations: { priority: 5 } },
      'Thing has an option that clients would reject: annotations.priority must be a number from 0 to 1. Correct the option.',
    ],
    [
      'with a size on a template',
      { uri: 'orders:{id}', args: Id, size: 5 },
      'Thing has a size, but its uri is a template. Remove size, or set the size of each resource in list().',
    ],
    [
      'with unknown options',
      { uri: 'a:b', mimetype: 'text/plain' },
      'Thing has the option "mimetype", which does not exist. Write "mimeType", or leave it out.',
    ],
  ])('rejects a class %s', (_, options, lines) => {
    expect(faultsOf(options)).toEqual([lines].flat());
  });

  test('rejects a class without a method read', () => {
    // @ts-expect-error -- `read` is missing
    @Resource({ uri: 'a:b' })
    class Mute {}
    expect(linesOf(() => new Registry([Mute as never]))).toEqual([
      'Mute has no method `read`. Add a method read(args, context) that returns the result.',
    ]);
  });

  test('names the resource in faults of defineResource', () => {
    expect(linesOf(() => defineResource({ name: 'order', uri: 'orders:{id}', read: 5 as never }))).toEqual([
      'order has no method `read`. Add a method read(args, context) that returns the result.',
      'order has the variable "id" in its uri "orders:{id}", but it has no arguments. Set args to a class with an @Arg() "id".',
    ]);
  });
});

const at = (name: string, uri: string, args: string[] = []) =>
  defineResource({ name, uri, args: args.map((each) => ({ name: each })), read: () => name });
const clashes = (...resources: (ReturnType<typeof at> | ResourceReader)[]) =>
  linesOf(() => new Runtime({ resources, logger }));

describe('Runtime with two resources for one URI', () => {
  test('reports two resources with the same fixed URI', () => {
    expect(clashes(at('a', 'x:1'), at('b', 'x:1'), at('c', 'x:2'))).toEqual([
      'b and a both serve the URI "x:1". Give one of them another URI.',
    ]);
  });

  test('reports two templates that match the same URIs', () => {
    expect(clashes(at('a', 'x:{id}', ['id']), at('b', 'x:{key}', ['key']), at('c', 'x:{id}/more', ['id']))).toEqual([
      'b and a both serve the URI "x:{key}". Give one of them another URI.',
    ]);
  });

  test('reports a fixed URI that matches a template and the rules of its arguments', () => {
    class Number_ {
      @Arg() @IsInt() id!: number;
    }

    @Resource({ uri: 'y:{id}', args: Number_ })
    class ByNumber implements ResourceHandler<Number_> {
      read() {
        return '';
      }
    }
    const remedy = 'Give one of them another URI, or add a rule to the argument that rejects this URI';
    expect(clashes(at('a', 'x:{id}', ['id']), at('latest', 'x:latest'))).toEqual([
      `latest and a both serve the URI "x:latest". ${remedy}.`,
    ]);
    expect(linesOf(() => new Runtime({ resources: [ByNumber, at('latest', 'y:latest')], logger }))).toEqual([]);
    expect(linesOf(() => new Runtime({ resources: [ByNumber, at('five', 'y:5')], logger }))).toEqual([
      `five and ByNumber both serve the URI "y:5". ${remedy}.`,
    ]);
  });

  test('reports a reader and a class with the same template', () => {
    class Shelf extends ResourceReader {
      override async read(uri: string) {
        return { uri, text: '' };
      }

      override get templates() {
        return [{ uriTemplate: 'x:{id}', name: 'x' }];
      }
    }
    expect(clashes(at('a', 'x:{id}', ['id']), new Shelf())).toEqual([
      'a and Shelf both serve the URI "x:{id}". Give one of them another URI.',
    ]);
  });

  test('reports a pack that is mounted twice', () => {
    const pack = definePack({ name: 'desk', version: '1.0.0', resources: [at('a', 'x:1')] });
    const resources = [mount(pack, { prefix: 'one' }), mount(pack, { prefix: 'two' })];
    expect(linesOf(() => new Runtime({ resources, logger }))).toEqual([
      'desk/a is mounted as "one_a" and as "two_a", but both have the URI "x:1", because a prefix does not change a URI. Use `only` to include it in just one mount.',
    ]);
  });

  test('makes Runtime.replace throw, and keeps the old registry', async () => {
    const runtime = new Runtime({ resources: [at('a', 'x:1')], logger });
    expect(linesOf(() => runtime.replace(new Registry([at('a', 'x:1'), at('b', 'x:1')])))).toEqual([
      'b and a both serve the URI "x:1". Give one of them another URI.',
    ]);
    expect((await runtime.resources?.list())?.resources).toEqual([{ uri: 'x:1', name: 'a' }]);
  });

  test('omits the later resource if onFault is isolate', async () => {
    const runtime = new Runtime({ resources: [at('a', 'x:1'), at('b', 'x:1')], onFault: 'isolate', logger });
    expect((await runtime.resources?.list())?.resources).toEqual([{ uri: 'x:1', name: 'a' }]);
    expect(runtime.faults.map(({ where, problem }) => `${where} ${problem}`)).toEqual([
      'b and a both serve the URI "x:1"',
    ]);
  });
});

describe('@Resource type', () => {
  test('does not compile if read takes other arguments', () => {
    class Other {
      @Arg() other!: number;
    }

    // @ts-expect-error -- `read` takes other arguments
    @Resource({ uri: 'orders:{id}', args: Id })
    class Order implements ResourceHandler<Other> {
      read({ other }: Other) {
        return other;
      }
    }
    expect(Order.name).toBe('Order');
  });
});

describe('isResource', () => {
  test('returns true only for a class with its own decorator', () => {
    @Resource({ uri: 'a:b' })
    class Parent implements ResourceHandler {
      read() {
        return '';
      }
    }

    class Child extends Parent {}
    expect([Parent, Child, {}].map(isResource)).toEqual([true, false, false]);
  });
});
