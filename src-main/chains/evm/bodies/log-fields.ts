/**
 * What differs from one Transfer log of an answer to the next. Of a field of fixed length a reader notes where its digits
 * start; of a quantity, its value.
 */
export const FIELD = { from: 0, to: 1, amount: 2, blockHash: 3, txHash: 4, block: 5, txIndex: 6, logIndex: 7, time: 8 } as const
export const FIELDS = 9
/** Digits of each field; 0 is a quantity, as long as it is. */
export const FIELD_DIGITS: readonly number[] = [40, 40, 64, 64, 64, 0, 0, 0, 0]
/** A quantity that the answer does not have. */
export const NONE = -1
/** Digits of the largest quantity that a number holds exactly. */
export const MOST_DIGITS = 13
