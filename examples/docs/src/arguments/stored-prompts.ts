import { definePrompt, user } from '@cuecard/core';
import { IsIn } from 'class-validator';

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
