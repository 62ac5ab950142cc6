import { serveHttp } from '@cuecard/mcp-sdk';
import { testHostsWithoutPrompts } from './support/hosts-without-prompts-behaviour.ts';

testHostsWithoutPrompts({ serveHttp });
