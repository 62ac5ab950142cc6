#!/usr/bin/env node
// Committed, so that package managers find the command before it has been built.
await import('../dist/create-cuecard.js');
