import { serveHttp } from '@cuecard/server';
import { testStandaloneStream } from './support/standalone-stream-behaviour.ts';

testStandaloneStream({ serveHttp });
