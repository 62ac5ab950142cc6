import 'reflect-metadata';
import { defineConfig } from '@cuecard/cli';
import { Runtime } from '@cuecard/core';
import { greetings } from './src/greetings.js';

export default defineConfig({ name: 'greetings', version: '1.0.0', runtime: new Runtime({ prompts: [greetings] }) });
