import { CreateOrder, Line } from './create-order.js';
import { runtime } from './runtime.js';

const lines = [Object.assign(new Line(), { article: 'pen', quantity: 2 })];
export const created = await runtime.tools.run(CreateOrder, { lines });

// @ts-expect-error there is no argument of this name
export const misspelt = () => runtime.tools.run(CreateOrder, { lines, deliver: new Date() });
