import { Arg, Complete, Prompt, type PromptHandler } from '@cuecard/core';
import { IsInt } from 'class-validator';

enum Delivery {
  Standard = 'standard',
  Express = 'express',
}

export class OrderArgs {
  @Arg({ name: 'order_id', description: 'Its number' })
  orderId!: string;

  @Arg({ name: 'line_items', description: 'What is in it', items: () => LineItem })
  lineItems!: readonly LineItem[];

  @Arg({ description: 'How it is sent', type: Delivery })
  delivery = Delivery.Standard;
}

export class LineItem {
  @Arg({ name: 'product_code' })
  productCode!: string;

  @Arg()
  @IsInt()
  quantity = 1;
}

@Prompt({ description: 'Asks for a confirmation of an order', args: OrderArgs })
export class ConfirmOrder implements PromptHandler<OrderArgs> {
  render({ orderId, lineItems, delivery }: OrderArgs) {
    const lines = lineItems.map(({ productCode, quantity }) => `${quantity} × ${productCode}`).join(', ');
    return `Confirm order ${orderId} (${delivery}): ${lines}.`;
  }

  @Complete('orderId')
  openOrders() {
    return ['A-1', 'A-2'];
  }
}
