/** What a team keeps to. Whoever mounts the pack has them. */
export abstract class HouseRules {
  /** Each is a sentence. */
  abstract readonly rules: readonly string[];
}
