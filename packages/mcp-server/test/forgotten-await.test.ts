import { serveHttp } from '@cuecard/mcp-server';
import { testForgottenAwait } from '../../mcp-sdk/test/support/forgotten-await-behaviour.ts';

testForgottenAwait({ serveHttp });
