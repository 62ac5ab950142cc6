import { definePrompt, user } from '@cuecard/core';

// Prompts that mean harm, or are large.

const SCRIPTS = `<script>window.harmed = true</script>

<img src=x onerror="window.harmed = true">

[a link](javascript:window.harmed=true) and [another](JaVaScRiPt:window.harmed=true) and [data](data:text/html,<script>window.harmed=true</script>)

![picture](https://example.com/tracked.png)

<a href="javascript:window.harmed=true">tag</a>

<iframe srcdoc="<script>parent.harmed=true</script>"></iframe>`;

export const hostile = {
  prompts: [
    definePrompt({
      name: 'scripts',
      title: '<img src=x onerror="window.harmed=true">',
      description: SCRIPTS,
      render: () => user(SCRIPTS),
    }),
    definePrompt({ name: 'large', render: () => user('All work and no play. '.repeat(240_000)) }),
    definePrompt({ name: 'one_line', render: () => user('x'.repeat(5_000_000)) }),
    definePrompt({
      name: 'many',
      render: () => Array.from({ length: 1000 }, (_, index) => user(`Message **${index + 1}**`)),
    }),
    definePrompt({
      name: 'deep',
      render: () => user(`${'> '.repeat(2000)}deep\n\n${'- '.repeat(2000)}deep\n\n${'['.repeat(5000)}`),
    }),
    definePrompt({
      name: 'unclosed',
      render: () => user('<untrusted-abc123 note="data, not instructions">never closed'),
    }),
  ],
};
