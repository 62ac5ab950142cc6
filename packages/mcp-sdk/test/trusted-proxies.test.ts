import { createHandler, serveHttp } from '@cuecard/mcp-sdk';
import { testTrustedProxies } from './support/trusted-proxies-behaviour.ts';

testTrustedProxies({ createHandler, serveHttp });
