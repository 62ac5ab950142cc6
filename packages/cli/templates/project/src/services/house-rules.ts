export class HouseRules {
  readonly list: readonly string[] = ['Prefer small functions.', 'Name things after what they do.'];
}
