/** Maps items in order, while the next few are already in progress. */
export async function* madeAhead<From, To>(
  things: AsyncIterable<From>,
  make: (thing: From) => Promise<To>,
  atATime: number,
): AsyncGenerator<To> {
  const onTheWay: Promise<To>[] = [];
  for await (const thing of things) {
    if (onTheWay.push(make(thing)) >= atATime) yield* onTheWay.splice(0, 1);
  }
  yield* onTheWay;
}
