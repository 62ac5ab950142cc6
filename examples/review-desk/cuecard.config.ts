import { defineConfig } from '@cuecard/cli';
import { IDENTITY, openDesk } from './src/desk.js';

export default defineConfig(() => {
  const desk = openDesk('.');
  return { ...IDENTITY, runtime: desk.runtime };
});
