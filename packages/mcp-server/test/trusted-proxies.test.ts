import { createHandler, serveHttp } from '@cuecard/mcp-server';
import { testTrustedProxies } from '../../mcp-sdk/test/support/trusted-proxies-behaviour.ts';

testTrustedProxies({ createHandler, serveHttp });
