import { table } from './simulation.js';

// Prints what docs/instances.md shows: node bench/fleet/table.js
console.log(table());
