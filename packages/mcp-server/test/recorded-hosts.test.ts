import * as adapter from '@cuecard/mcp-server';
import { testRecordedHosts } from '../../mcp-sdk/test/support/recorded-hosts-behaviour.ts';

testRecordedHosts(adapter, ({ refused }) => refused === undefined);
