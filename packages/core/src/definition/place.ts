/** A location, including the packs that contain it: `desk/reviews/Review`. */
export function placeOf(owner: string, name: string): string {
  return [owner, name].filter((part) => part !== '').join('/');
}
