/** Where something is, by the packs that it came in: `desk/reviews/Review`. */
export function placeOf(owner: string, name: string): string {
  return [owner, name].filter((part) => part !== '').join('/');
}
