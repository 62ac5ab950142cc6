/** What an order is on the wire, with its members in the order in which they are sent. */
export interface WireOrder {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
  readonly total: number;
  readonly placed: string;
  readonly lines: readonly object[];
  readonly refunded: number;
  readonly tracking?: string;
  readonly history: readonly object[];
}

export const ofAda: WireOrder = {
  id: '100001',
  customer: 'Ada Meier',
  status: 'placed',
  total: 36,
  placed: '2026-05-01T08:10:00.000Z',
  lines: [{ article: 'mug', quantity: 2, price: 18 }],
  refunded: 0,
  history: [{ at: '2026-05-01T08:10:00.000Z', by: 'web', note: 'placed' }],
};

export const ofBea: WireOrder = {
  id: '100002',
  customer: 'Bea Moser',
  status: 'placed',
  total: 304.5,
  placed: '2026-05-01T09:30:00.000Z',
  lines: [
    { article: 'tray', quantity: 2, price: 120 },
    { article: 'teapot', quantity: 1, price: 64.5 },
  ],
  refunded: 0,
  history: [{ at: '2026-05-01T09:30:00.000Z', by: 'web', note: 'placed' }],
};

export const ofCarl: WireOrder = {
  id: '100003',
  customer: 'Carl Egli',
  status: 'shipped',
  total: 64.5,
  placed: '2026-05-02T16:45:00.000Z',
  lines: [{ article: 'teapot', quantity: 1, price: 64.5 }],
  refunded: 0,
  tracking: '99.00.1234',
  history: [
    { at: '2026-05-02T16:45:00.000Z', by: 'web', note: 'placed' },
    { at: '2026-05-02T16:45:00.000Z', by: 'warehouse', note: 'shipped as 99.00.1234' },
  ],
};

/** An order after somebody has done something to it. */
export function after(
  order: WireOrder,
  by: string,
  { note, ...changed }: Partial<WireOrder> & { note: string },
): WireOrder {
  const { history, tracking, ...rest } = { ...order, ...changed };
  return { ...rest, ...(tracking !== undefined && { tracking }), history: [...history, { at: 'now', by, note }] };
}

/** What a tool with an output answers. */
export function given(value: object): object {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/** What a tool answers that has failed as expected. */
export function refused(text: string): object {
  return { content: [{ type: 'text', text }], isError: true };
}

export function json(uri: string, value: object) {
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] };
}

export function stock(mug: number, teapot: number, tray: number): object {
  const articles = [
    { name: 'mug', price: 18, stock: mug },
    { name: 'teapot', price: 64.5, stock: teapot },
    { name: 'tray', price: 120, stock: tray },
  ];
  return json('shop://stock', { articles });
}
