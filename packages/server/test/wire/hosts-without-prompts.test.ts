import { serveHttp } from '@cuecard/server';
import { testHostsWithoutPrompts } from './support/hosts-without-prompts-behaviour.ts';

testHostsWithoutPrompts({ serveHttp }, true);
