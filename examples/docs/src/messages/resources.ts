import { join } from 'node:path';
import { FileResources, GitResources, HttpResources, MemoryResources, ResourcesByScheme } from '@cuecard/resources';

export const memos = new MemoryResources([
  { uri: 'memo:///template', name: 'template', mimeType: 'text/html', text: '<main>Hello {{name}}</main>' },
]);

export const resources = new ResourcesByScheme({
  asset: new FileResources({ roots: [join(import.meta.dirname, '../../assets')], as: 'asset://' }),
  git: new GitResources({ repository: join(import.meta.dirname, '../../../..') }),
  https: new HttpResources({ origins: ['https://docs.example.com'] }),
  memo: memos,
});
