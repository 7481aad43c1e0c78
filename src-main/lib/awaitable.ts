/** A value, or the promise of one that is not known yet. */
export type Awaitable<T> = T | Promise<T>

/** Continues with a value: at once if it is known, since each promise on the way of an answer costs as much as the work in between. */
export const andThen = <T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> =>
  value instanceof Promise ? value.then(next) : next(value)
