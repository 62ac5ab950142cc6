import {
  Arg,
  Prompt,
  type PromptHandler,
  RequestError,
  Resource,
  Tool,
  type ToolHandler,
  untrusted,
  user,
} from '@cuecard/core';
import { ExpectationError, fuzzPrompt, fuzzResource, fuzzTool } from '@cuecard/testing';
import { expect, jest, test } from '@jest/globals';
import {
  ArrayMinSize,
  Equals,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  Length,
  Matches,
  Max,
  Min,
  Validate,
  ValidatorConstraint,
} from 'class-validator';

class Inner {
  @Arg()
  name!: string;

  @Arg({ items: () => Inner })
  @IsOptional()
  inner?: Inner[];
}

/** Every type except URL, which fuzzing.slow.test.ts tests. */
class Everything {
  @Arg() text!: string;
  @Arg() @IsOptional() @IsIn(['a', 'b']) choice?: string;
  @Arg() @IsInt() @Min(1) @Max(9) number = 3;
  @Arg() share!: number;
  @Arg() date!: Date;
  @Arg() yes!: boolean;
  @Arg() big!: bigint;
  @Arg() bytes!: Uint8Array;
  @Arg({ items: String }) @ArrayMinSize(1) list!: string[];
  @Arg() inner!: Inner;
  @Arg({ type: JSON }) json!: unknown;
  @Arg() @Matches(/^T-\d+$/) id!: string;
  @Arg() @Length(2, 5) short!: string;
  @Arg() @IsEmail() mail!: string;
}

class Count {
  @Arg()
  @IsInt()
  count!: number;
}

test('fuzzPrompt and fuzzTool generate arguments of every type', async () => {
  const seen: Everything[] = [];
  @Prompt({ args: Everything })
  class Echo implements PromptHandler<Everything> {
    render(args: Everything) {
      seen.push(args);
      return user`${untrusted(args.text)}`;
    }
  }
  @Tool({ args: Everything })
  class EchoTool implements ToolHandler<Everything> {
    call(args: Everything) {
      seen.push(args);
      return '';
    }
  }
  await fuzzPrompt(Echo, { runs: 40, seed: 1 });
  const prompts = seen.length;
  await fuzzTool(EchoTool, { runs: 40, seed: 1 });
  expect(prompts).toBeGreaterThan(10);
  expect(seen.length - prompts).toBeGreaterThan(10);
  expect(
    seen.every(({ date, big, inner }) => date instanceof Date && typeof big === 'bigint' && inner instanceof Inner),
  ).toBe(true);
});

test('fuzzPrompt reports the smallest failing arguments with the cause', async () => {
  @Prompt({ args: Count })
  class Fragile implements PromptHandler<Count> {
    render({ count }: Count) {
      if (count > 41) throw new Error('too many');
      return '';
    }
  }
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const error = await fuzzPrompt(Fragile, { seed: 5 }).catch((thrown: unknown) => thrown);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
  expect(error).toBeInstanceOf(ExpectationError);
  expect((error as Error).message).toMatch(
    /^Fragile fails with these arguments:\n\{\n {2}"count": 42\n\}\n\nfailed: Error: too many\n\nFound in run \d+, and simplified \d+ times\. Repeat the run with \{ seed: 5 \}\.$/,
  );
});

test('fuzzTool generates amounts with cents and reports the smallest failing amount', async () => {
  class Amount {
    @Arg()
    @IsNumber({ maxDecimalPlaces: 2 })
    @Min(0.01)
    amount!: number;
  }
  let accepted = 0;
  @Tool({ args: Amount })
  class Refund implements ToolHandler<Amount> {
    call({ amount }: Amount) {
      accepted += 1;
      if (amount > 250 && amount <= 350) throw new Error('too much');
      return '';
    }
  }
  const error = await fuzzTool(Refund, { seed: 3 }).catch((thrown: unknown) => thrown);
  expect(accepted).toBeGreaterThan(10);
  expect((error as Error).message).toContain('Refund fails with these arguments:\n{\n  "amount": 250.01\n}');
});

test.each([' ', '\n', "'", '"', '`', '%', '$', '\\', '<', '{'])(
  'fuzzTool generates strings that start with %j',
  async (character) => {
    class Note {
      @Arg()
      @Length(3, 200)
      note!: string;
    }
    @Tool({ args: Note })
    class Keep implements ToolHandler<Note> {
      call({ note }: Note) {
        if (note.startsWith(character)) throw new Error('odd');
        return '';
      }
    }
    const error = await fuzzTool(Keep, { seed: 3, runs: 300 }).catch((thrown: unknown) => thrown);
    const start = JSON.stringify(character).slice(0, -1);
    expect((error as Error).message).toContain(`Keep fails with these arguments:\n{\n  "note": ${start}`);
  },
);

test('fuzzTool reports unexpected errors of a tool, not a RequestError', async () => {
  @Tool({ args: Count })
  class Divide implements ToolHandler<Count> {
    call({ count }: Count) {
      if (count > 1000) throw new RequestError('Give less');
      if (count < 0) throw new TypeError('negative');
      return String(count);
    }
  }
  await expect(fuzzTool(Divide, { seed: 2 })).rejects.toThrow('{\n  "count": -1\n}\n\nfailed: TypeError: negative');
});

test('fuzzPrompt reports arguments whose result breaks `rule`', async () => {
  @Prompt({ args: Count })
  class Counting implements PromptHandler<Count> {
    render = ({ count }: Count) => `Count to ${count}`;
  }
  const rule = ({ messages }: { messages: unknown[] }, { count }: Readonly<Record<string, unknown>>) =>
    messages.length === 1 && Number(count) < 100;
  await expect(fuzzPrompt(Counting, { rule, seed: 3 })).rejects.toThrow(
    '{\n  "count": 100\n}\n\nError: the rule returned false',
  );
  await fuzzPrompt(Counting, { rule: () => undefined });
  const unlucky = () => {
    throw new Error('unlucky');
  };
  await expect(fuzzPrompt(Counting, { rule: unlucky })).rejects.toThrow('"count": 0\n}\n\nError: unlucky');
});

test('fuzzPrompt rejects if the prompt rejects all generated arguments', async () => {
  @ValidatorConstraint({ name: 'never' })
  class Never {
    validate = () => false;
  }
  class Impossible {
    @Arg()
    @Validate(Never)
    text!: string;
  }
  @Prompt({ args: Impossible })
  class Picky implements PromptHandler<Impossible> {
    render = () => '';
  }
  await expect(fuzzPrompt(Picky, { runs: 10 })).rejects.toThrow(/^Picky rejects all 10 generated arguments: /);
});

test('fuzzTool generates a constant, and terminates for a recursive class', async () => {
  class Fixed extends Inner {
    @Arg()
    @Equals('yes')
    sure!: string;
  }
  const seen = new Set<string>();
  @Tool({ args: Fixed })
  class Tree implements ToolHandler<Fixed> {
    call({ sure }: Fixed) {
      seen.add(sure);
      return '';
    }
  }
  await fuzzTool(Tree);
  expect([...seen]).toEqual(['yes']);
});

test('fuzzResource generates template variables and reports the smallest failing variables', async () => {
  class Place {
    @Arg() @Matches(/^[a-z]+$/) folder!: string;
    @Arg() @IsInt() @Min(1) page!: number;
  }
  const read = new Set<unknown>();
  @Resource({ uri: 'docs://{folder}/{page}', args: Place })
  class Docs {
    read({ folder, page }: Place) {
      read.add(typeof folder).add(typeof page);
      if (page > 10) throw new Error('There is no such page');
      return `${folder} ${page}`;
    }
  }
  const error = await fuzzResource(Docs, { seed: 1 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ExpectationError);
  expect(String(error)).toContain('"page": 11');
  expect(String(error)).toContain('There is no such page');
  expect(read).toEqual(new Set(['string', 'number']));
  await expect(fuzzResource(Docs, { rule: ({ contents }) => contents.length > 1 })).rejects.toThrow(
    'the rule returned false',
  );
});

test('fuzzPrompt rejects a resource and names the function to use', async () => {
  @Resource({ uri: 'docs://guide' })
  class Guide {
    read = () => 'Text';
  }
  const reason = 'Guide is a resource: test it with fuzzResource()';
  await expect(fuzzPrompt(Guide as never)).rejects.toThrow(new TypeError(reason));
  await fuzzResource(Guide);
});
