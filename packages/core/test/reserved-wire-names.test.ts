import { Arg, definePrompt, Prompt, Registry } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { linesOf } from './support/faults.ts';

function faultsOf(name: string): readonly string[] {
  class Args {
    declare value: string;
  }
  Arg({ type: String, name })(Args.prototype, 'value');
  class Uses {
    render = () => '';
  }
  Prompt({ args: Args })(Uses);
  return linesOf(() => new Registry([Uses]));
}

describe('Argument names', () => {
  test.each(['user.id', 'x[0]', ' ', '\n', 'order id', 'a\u200Bb', '\u202Eabc', 'a/b', '__proto__', ''])(
    'rejects %j',
    (name) => {
      expect(faultsOf(name)).toEqual([
        'Args.value has a name that is invalid in requests. Give @Arg() a name of letters, digits, "_", "-" and "$" that is not __proto__.',
      ]);
    },
  );

  test.each(['order_id', 'order-id', '$ref', 'größe', '注文', '5', 'constructor', 'x'.repeat(200)])(
    'accepts %s',
    (name) => expect(faultsOf(name)).toEqual([]),
  );

  test('rejects invalid names of properties and of definePrompt arguments', () => {
    class Args {
      @Arg() 'user.id'!: string;
    }
    @Prompt({ args: Args })
    class Uses {
      render = () => '';
    }
    expect(() => new Registry([Uses])).toThrow('Args.user.id has a name that is invalid in requests.');
    expect(() => definePrompt({ name: 'row', args: [{ name: 'first name' }], render: () => '' })).toThrow(
      'row.first name has a name that is invalid in requests.',
    );
  });
});
