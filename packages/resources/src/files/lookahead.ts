/** What is made of each of some things, in their order, while what is made of the next few is on its way. */
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
