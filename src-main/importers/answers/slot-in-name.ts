/** A produced slot follows its parent closely, so a number further away is not the slot. */
const MAX_SLOT_GAP = 1_000

/** Finds a block's slot in the file name, given the slot of its parent. The answer to getBlock does not contain it. */
export function findSlotInName(name: string): (parentSlot: number) => number | undefined {
  const numbers = (name.match(/\d+/g) ?? []).map(Number)
  return (parent) => numbers.find((number) => number > parent && number <= parent + MAX_SLOT_GAP)
}
