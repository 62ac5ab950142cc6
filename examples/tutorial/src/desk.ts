import { fromServices, Runtime } from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { supportPack, Tickets } from './pack/index.js';
import { SampleTickets } from './sample-tickets.js';

const tickets = new SampleTickets({ 'T-1': 'The printer is on fire' });
const runtime = new Runtime({ prompts: [supportPack], resolver: fromServices([[Tickets, tickets]]) });
await serveStdio(runtime, { name: 'desk', version: '1.0.0' });
