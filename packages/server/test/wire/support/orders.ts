import { Arg, Complete, definePrompt, defineResource, Resource, type ResourceHandler, Runtime } from '@cuecard/core';

class OrderId {
  @Arg()
  id!: number;
}

/** Returns a runtime with orders as a resource class. Its `place` prompt changes or adds an order. */
export function createOrders(): { readonly name: 'orders'; readonly runtime: Runtime } {
  const orders = new Map([1, 2, 3].map((id) => [String(id), { id, state: 'open' }]));
  const watches = new Map<number, () => void>();
  const listWatches = new Set<() => void>();

  @Resource({ uri: 'orders:/{id}', name: 'order', mimeType: 'application/json', args: OrderId })
  class Order implements ResourceHandler<OrderId> {
    read = ({ id }: OrderId) => orders.get(String(id));

    async *list() {
      for (const { id } of orders.values()) yield { args: { id }, title: `Order ${id}` };
    }

    watch({ id }: OrderId, changed: () => void) {
      watches.set(id, changed);
      return () => void watches.delete(id);
    }

    watchList(changed: () => void) {
      listWatches.add(changed);
      return () => void listWatches.delete(changed);
    }

    @Complete('id')
    ids() {
      return [...orders.keys()];
    }
  }

  const terms = defineResource({ name: 'terms', uri: 'orders:terms', read: () => 'Within three days' });
  const place = definePrompt({
    name: 'place',
    args: [{ name: 'id' }, { name: 'state' }],
    render({ id, state }) {
      const isNew = !orders.has(String(id));
      orders.set(String(id), { id: Number(id), state: String(state) });
      if (isNew) for (const changed of listWatches) changed();
      watches.get(Number(id))?.();
      return 'done';
    },
  });
  const runtime = new Runtime({
    prompts: [place],
    resources: [Order, terms],
    pageSize: 2,
    logger: { warn() {}, error() {} },
  });
  return { name: 'orders', runtime };
}
