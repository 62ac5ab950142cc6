import { definePrompt, user } from '@cuecard/core';
import { LabelStore, MemoryBackend, memoryLabels } from '@cuecard/labels';

/** Versions whose labels a store keeps. */
export const labelled = {
  prompts: ['1.0.0', '2.0.0'].map((version) =>
    definePrompt({
      name: 'greeting',
      version,
      title: 'Greet a visitor',
      description: 'Greets a visitor of the harbour.',
      labels: version === '1.0.0' ? ['production'] : [],
      render: () => user(version === '1.0.0' ? 'Good morning.' : 'Welcome to the harbour.'),
    }),
  ),
  labels: () => memoryLabels({ protect: ['production'] }),
};

/** The same, with a store that cannot be reached. */
export const unreachable = {
  ...labelled,
  labels: () => new LabelStore(new Away(), { logger: { error() {}, warn() {} } }),
};

class Away extends MemoryBackend {
  async read() {
    throw new Error('ECONNREFUSED');
  }
}
