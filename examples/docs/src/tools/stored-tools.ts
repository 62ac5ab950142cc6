import { defineTool } from '@cuecard/core';
import { IsIn } from 'class-validator';

const rows = [
  { name: 'to_francs', factor: 0.95 },
  { name: 'to_dollars', factor: 1.1 },
];

export const storedTools = rows.map(({ name, factor }) =>
  defineTool<{ amount: number; round: string }>({
    name,
    args: [
      { name: 'amount', type: Number, description: 'The amount in euros' },
      { name: 'round', default: 'cents', rules: [IsIn(['cents', 'units'])] },
    ],
    annotations: { readOnlyHint: true },
    call: ({ amount, round }) => (amount * factor).toFixed(round === 'cents' ? 2 : 0),
  }),
);
