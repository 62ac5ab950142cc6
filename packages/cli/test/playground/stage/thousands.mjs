import { definePrompt } from '@cuecard/core';

const VERBS = ['Review', 'Explain', 'Summarise', 'Translate', 'Plan', 'Compare', 'Describe', 'Test', 'Fix', 'Rename'];
const THINGS = [
  'a change',
  'an order',
  'a contract',
  'a release',
  'a harbour',
  'a ship',
  'an invoice',
  'a letter',
  'a table',
  'a page',
];

/** 10,000 prompts. */
export const thousands = {
  prompts: Array.from({ length: 10_000 }, (_, index) => {
    const title = `${VERBS[index % 10]} ${THINGS[Math.floor(index / 10) % 10]} ${index}`;
    return definePrompt({
      name: `prompt_${index}`,
      title,
      description: `${title}, as people of department ${index % 97} want it.`,
      args: [{ name: 'text' }],
      render: ({ text }) => `${title}: ${text}`,
    });
  }),
};
