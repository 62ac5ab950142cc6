import { byLabel, definePrompt, Runtime, user } from '@cuecard/core';
import { byFlag } from '@cuecard/openfeature';
import { serveStdio } from '@cuecard/server';
import { InMemoryProvider, OpenFeature } from '@openfeature/server-sdk';

const common = { name: 'greet', description: 'Asks for a greeting' };
const greet = definePrompt({ ...common, version: '1.0.0', labels: ['stable'], render: () => user`Say hello.` });
const sing = definePrompt({ ...common, version: '2.0.0', render: () => user`Sing hello.` });

/** Replace it with the provider of your flag service. */
const flags = new InMemoryProvider({
  'prompt.greet': { disabled: false, variants: { old: '1.0.0', new: '2.0.0' }, defaultVariant: 'old' },
});
await OpenFeature.setProviderAndWait(flags);
const select = [byFlag(OpenFeature.getClient()), byLabel('stable')];
await serveStdio(new Runtime({ prompts: [greet, sing], select }), { name: 'greetings', version: '1.0.0' });
