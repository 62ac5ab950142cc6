import {
  Arg,
  type ArgumentFault,
  Complete,
  definePrompt,
  Prompt,
  type PromptHandler,
  Runtime,
  user,
} from '@cuecard/core';
import { OmitType, PartialType } from '@nestjs/mapped-types';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsDate, IsEnum, IsIn, IsInt, IsOptional, Max, MaxLength, ValidateIf } from 'class-validator';

export enum Pace {
  Leisurely = 'leisurely',
  Brisk = 'brisk',
}

export class Stop {
  @Arg({ description: 'The town' })
  city!: string;

  @Arg({ description: 'How many nights to stay' })
  @IsInt()
  nights = 1;
}

export class TripArgs {
  @Arg({ description: 'The day of departure' })
  start!: Date;

  @Arg({ description: 'Where to go, in order', items: Stop })
  @ArrayMaxSize(5)
  stops!: Stop[];

  @Arg({ description: 'How many people travel' })
  @IsInt()
  @Max(9)
  people = 2;

  @Arg({ description: 'How to travel', items: String })
  @IsIn(['train', 'boat', 'foot'], { each: true })
  means: string[] = ['train'];

  @Arg({ description: 'How much to see in a day' })
  @IsOptional()
  @IsEnum(Pace)
  pace?: Pace;
}

@Prompt({ description: 'Asks for the plan of a trip', args: TripArgs })
export class PlanTrip implements PromptHandler<TripArgs> {
  render({ start, stops, people, means, pace = Pace.Leisurely }: TripArgs) {
    const way = stops.map(({ city, nights }) => `${city} (nights: ${nights})`).join(', ');
    const day = start.toISOString().slice(0, 10);
    return `Plan a ${pace} trip for ${people} from ${day} on, by ${means.join(' or ')}: ${way}.`;
  }
}

export class ChangeTripArgs extends PartialType(OmitType(TripArgs, ['start'])) {
  @Arg({ description: 'What is to be different' })
  wish!: string;
}

@Prompt({ description: 'Asks for another plan of a trip', args: ChangeTripArgs })
export class ChangeTrip implements PromptHandler<ChangeTripArgs> {
  render({ wish, stops = [] }: ChangeTripArgs) {
    return `Change the trip to ${stops.map(({ city }) => city).join(', ')}: ${wish}`;
  }
}

const runtime = new Runtime({ prompts: [PlanTrip] });

export const planned = await runtime.prompts.render(PlanTrip, {
  start: new Date('2026-05-01'),
  stops: [{ city: 'Bern', nights: 2 }],
  means: ['foot'],
});

// @ts-expect-error there is no argument of this name
export const misspelt = () => runtime.prompts.render(PlanTrip, { start: new Date(), stops: [], peple: 3 });

const GERMAN: Readonly<Record<string, string>> = {
  isDefined: 'fehlt',
  isDate: 'muss ein Datum sein, etwa 2026-05-01',
  unknown: 'gibt es hier nicht',
};

function messageOf({ argument, rule, message }: ArgumentFault): string {
  const german = GERMAN[rule];
  return german === undefined ? message : `${argument} ${german}`;
}

export const inGerman = new Runtime({ prompts: [PlanTrip], messageOf });

/** A class of the application, which knows nothing of prompts. */
export class Period {
  @Type(() => Date)
  @IsDate()
  since!: Date;
}

export class SearchArgs {
  @Arg({ description: 'What to look for' })
  @Transform(({ value }: { value: string }) => value.trim().toLowerCase())
  @MaxLength(80)
  query!: string;

  @Arg({ description: 'When it was written' })
  @IsOptional()
  period?: Period;

  @Arg({ description: 'What the search engine takes besides', type: JSON })
  @IsOptional()
  options?: { readonly [name: string]: unknown };

  @Arg({ description: 'Where to look: everywhere, or in one folder' })
  where = 'everywhere';

  @Arg({ description: 'The folder to look in' })
  @ValidateIf(({ where }: SearchArgs) => where !== 'everywhere')
  folder!: string;

  @Arg({ description: 'What to put between the results', allowEmpty: true })
  separator = ', ';
}

@Prompt({ description: 'Asks what has been written about something', args: SearchArgs })
export class Search implements PromptHandler<SearchArgs> {
  render = (args: SearchArgs) => JSON.stringify(args);
}

export const limited = new Runtime({
  prompts: [Search],
  limits: { argumentLength: 100, argumentsLength: 400, completeMs: 1_000 },
});

enum Delivery {
  Standard = 'standard',
  Express = 'express',
}

export class OrderArgs {
  @Arg({ name: 'order_id', description: 'Its number' })
  orderId!: string;

  @Arg({ name: 'line_items', description: 'What is in it', items: () => LineItem })
  lineItems!: readonly LineItem[];

  @Arg({ description: 'How it is sent', type: Delivery })
  delivery = Delivery.Standard;
}

export class LineItem {
  @Arg({ name: 'product_code' })
  productCode!: string;

  @Arg()
  @IsInt()
  quantity = 1;
}

@Prompt({ description: 'Asks for a confirmation of an order', args: OrderArgs })
export class ConfirmOrder implements PromptHandler<OrderArgs> {
  render({ orderId, lineItems, delivery }: OrderArgs) {
    const lines = lineItems.map(({ productCode, quantity }) => `${quantity} × ${productCode}`).join(', ');
    return `Confirm order ${orderId} (${delivery}): ${lines}.`;
  }

  @Complete('orderId')
  openOrders() {
    return ['A-1', 'A-2'];
  }
}

const rows = [
  { name: 'greet', text: 'Greet {who} in {language}.' },
  { name: 'thank', text: 'Thank {who} in {language}.' },
];

export const storedPrompts = rows.map(({ name, text }) =>
  definePrompt({
    name,
    args: [
      { name: 'who', description: 'The person' },
      { name: 'language', default: 'English', rules: [IsIn(['English', 'German', 'French'])] },
    ],
    render: (args) => user(text.replace(/\{(\w+)\}/g, (_, argument: string) => String(args[argument]))),
  }),
);
