import { Arg, type ArgumentFault, Prompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { registerDecorator, Validate, ValidatePromise, ValidatorConstraint } from 'class-validator';

class Never {
  validate = () => false;
  defaultMessage = () => '$property is refused';
}

/** A validator class without a name, as a bundler may leave it. */
function unnamed(className: string): typeof Never {
  const type = class extends Never {};
  Object.defineProperty(type, 'name', { value: className });
  ValidatorConstraint()(type);
  return type;
}

/** The fault and the schema of an argument that has a rule. */
async function told(rule: PropertyDecorator) {
  class Args {
    @Arg()
    text!: string;
  }
  rule(Args.prototype, 'text');
  class Takes {
    render = () => '';
  }
  Prompt({ name: 'takes', args: Args })(Takes);
  const { prompts } = new Runtime({ prompts: [Takes] });
  const refused: unknown = await prompts.get({ name: 'takes', arguments: { text: 'a' } }).catch((error) => error);
  const { errors } = (refused as { data: { errors: ArgumentFault[] } }).data;
  const [entry] = (await prompts.list()).prompts;
  const schema = entry?._meta?.['dev.cuecard/schema'] as { readonly properties: object };
  return { errors, schema: schema.properties };
}

describe('a rule is told by', () => {
  const fault = { argument: 'text', message: 'text is refused' };

  test.each(['IsCalm', 'IsCalm2', 'm5'])(
    'the same name, whatever becomes of the class without one: %s',
    async (name) => {
      expect(await told(Validate(unnamed(name)))).toEqual({
        errors: [{ ...fault, rule: 'customValidation' }],
        schema: { text: { type: 'string', 'dev.cuecard/rules': ['customValidation'] } },
      });
    },
  );

  test('the name that its class has been given', async () => {
    class IsCalm extends Never {}
    ValidatorConstraint({ name: 'isCalm' })(IsCalm);
    expect((await told(Validate(IsCalm))).errors).toEqual([{ ...fault, rule: 'isCalm' }]);
  });

  test('the same name where class-validator itself judges', async () => {
    class Args {
      @Arg({ type: JSON })
      @Validate(unnamed('m5'))
      @ValidatePromise()
      text: unknown;
    }
    class Takes {
      render = () => '';
    }
    Prompt({ args: Args })(Takes);
    const { prompts } = new Runtime({ prompts: [Takes], logger: { error: () => {}, warn: () => {} } });
    await expect(prompts.render(Takes, { text: Promise.resolve('a') })).rejects.toMatchObject({
      errors: [{ argument: 'text', rule: 'customValidation', message: 'text is not valid (customValidation)' }],
    });
  });

  test('the name of its decorator, if its class has none', async () => {
    const validator = unnamed('IsCalm');
    const isCalm: PropertyDecorator = ({ constructor: target }, property) =>
      registerDecorator({ name: 'isCalm', target, propertyName: String(property), validator });
    expect(await told(isCalm)).toEqual({
      errors: [{ ...fault, rule: 'isCalm' }],
      schema: { text: { type: 'string', 'dev.cuecard/rules': ['isCalm'] } },
    });
  });
});
