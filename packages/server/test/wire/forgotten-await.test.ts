import { serveHttp } from '@cuecard/server';
import { testForgottenAwait } from './support/forgotten-await-behaviour.ts';

testForgottenAwait({ serveHttp });
