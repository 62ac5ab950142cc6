export class HouseRules {
  readonly list = ['Prefer small functions.', 'Name things after what they do.'];
}
