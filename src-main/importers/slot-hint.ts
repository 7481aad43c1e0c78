/** A produced slot follows its parent closely; anything else in a name is not the slot. */
const FARTHEST_CHILD = 1_000

/** A block's slot from the name of its file; the answer to getBlock does not tell it. */
export function slotHint(value: unknown, name: string): { slot?: number } {
  const bare = typeof value === 'object' && value !== null && 'result' in value ? value.result : value
  const parent = typeof bare === 'object' && bare !== null && 'parentSlot' in bare ? Number(bare.parentSlot) : Number.NaN
  const slot = (name.match(/\d+/g) ?? []).map(Number).find((number) => number > parent && number <= parent + FARTHEST_CHILD)
  return slot === undefined ? {} : { slot }
}
