import { defineResource } from '@cuecard/core';

export const terms = defineResource({
  name: 'terms',
  uri: 'shop://orders/terms',
  title: 'Terms of delivery',
  description: 'When we deliver, and what it costs',
  mimeType: 'text/markdown',
  read: () => '# Terms\n\nWithin three days.',
});
