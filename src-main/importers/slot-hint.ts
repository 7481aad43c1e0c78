/** A produced slot follows its parent closely; anything else in a name is not the slot. */
const MAX_SLOT_GAP = 1_000

/** A block's slot by its parent's, from the name of its file; the answer to getBlock does not tell it. */
export function findSlotInName(name: string): (parentSlot: number) => number | undefined {
  const numbers = (name.match(/\d+/g) ?? []).map(Number)
  return (parent) => numbers.find((number) => number > parent && number <= parent + MAX_SLOT_GAP)
}
