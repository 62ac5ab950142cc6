import { createHandler, serveHttp } from '@cuecard/server';
import { testTrustedProxies } from './support/trusted-proxies-behaviour.ts';

testTrustedProxies({ createHandler, serveHttp });
