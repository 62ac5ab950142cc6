import { serveHttp } from '@cuecard/mcp-server';
import { testHostsWithoutPrompts } from '../../mcp-sdk/test/support/hosts-without-prompts-behaviour.ts';

testHostsWithoutPrompts({ serveHttp }, true);
