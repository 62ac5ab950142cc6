import { Arg, Complete, type CompletionContext, Prompt, type PromptHandler, Resource, Tool } from '@cuecard/core';
import { completeArgument, expectCompletion } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

class Place {
  @Arg()
  country!: string;

  @Arg({ name: 'town' })
  city!: string;
}

const cities = (_: string, { arguments: { country } }: CompletionContext<Place>) =>
  country === 'Italy' ? ['Rome', 'Ravenna'] : ['Bern'];

@Prompt({ args: Place })
class Trip implements PromptHandler<Place> {
  render = () => '';

  @Complete('city')
  cities(typed: string, context: CompletionContext<Place>) {
    return cities(typed, context);
  }
}

test('an argument of a prompt is completed, by its name on the wire and with the others', async () => {
  const given = { country: 'Italy' };
  expect(await completeArgument(Trip, { town: 'R' }, { given })).toEqual({
    values: ['Rome', 'Ravenna'],
    total: 2,
    hasMore: false,
  });
  await expectCompletion(Trip, { town: 'ra' }, ['Ravenna'], { given });
  await expect(expectCompletion(Trip, { town: '' }, ['Rome'])).rejects.toThrow(
    'Expected the suggestions ["Rome"]\n\nThere were ["Bern"]',
  );
});

test('a variable of a template is completed', async () => {
  @Resource({ uri: 'places://{country}/{town}', args: Place })
  class PlaceResource {
    read = () => '';

    @Complete('city')
    cities(typed: string, context: CompletionContext<Place>) {
      return cities(typed, context);
    }
  }
  await expectCompletion(PlaceResource, { town: 'Rom' }, ['Rome'], { given: { country: 'Italy' } });
});

test('what has no completions is refused', async () => {
  @Tool()
  class Hammer {
    call = () => '';
  }
  await expect(completeArgument(Hammer, { x: '' })).rejects.toThrow(
    'Hammer is a tool: only prompts and resources complete arguments',
  );
  await expect(completeArgument(Trip, {})).rejects.toThrow('Complete one argument at a time');
  await expect(completeArgument(Trip, { town: '', country: '' })).rejects.toThrow('Complete one argument at a time');
});
