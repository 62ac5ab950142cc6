/** What a service decides for itself. Whoever mounts the pack says it. */
export abstract class ShopRules {
  /** The name under which it writes to customers. */
  abstract readonly sender: string;
  /** How it speaks to them, as a sentence. */
  abstract readonly voice: string;
  /** The total in francs from which a cancellation has to be confirmed. */
  abstract readonly confirmFrom: number;
}
