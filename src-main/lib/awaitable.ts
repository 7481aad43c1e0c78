/** A value, or a promise if it is not known yet. */
export type Awaitable<T> = T | Promise<T>

/** Continues with a value, synchronously if it is known, because each promise on the path of an answer costs as much as the work in between. */
export const andThen = <T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> =>
  value instanceof Promise ? value.then(next) : next(value)
