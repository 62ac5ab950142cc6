import 'reflect-metadata';
import { Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { container } from 'tsyringe';
import { Orders } from './orders.js';

export const runtime = new Runtime({ tools: [Orders], resolver: fromContainer(container) });

/** In process, a method is called by its class and its name. Its arguments are typed. */
export async function orderInProcess() {
  return runtime.tools.run(Orders, 'create', { article: 'pen' });
}
