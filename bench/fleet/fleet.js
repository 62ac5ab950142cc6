import { table } from './simulation.js';

// Prints what docs/instances.md shows: node bench/fleet/fleet.js
console.log(table());
