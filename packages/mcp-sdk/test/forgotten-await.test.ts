import { serveHttp } from '@cuecard/mcp-sdk';
import { testForgottenAwait } from './support/forgotten-await-behaviour.ts';

testForgottenAwait({ serveHttp });
