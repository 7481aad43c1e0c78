/** A produced slot follows its parent closely, so a number further away is not the slot. */
const MAX_SLOT_GAP = 1_000

/** Finds a block's slot in the name of its file, by the slot of its parent. The answer to getBlock does not name it. */
export function findSlotInName(name: string): (parentSlot: number) => number | undefined {
  const numbers = (name.match(/\d+/g) ?? []).map(Number)
  return (parent) => numbers.find((number) => number > parent && number <= parent + MAX_SLOT_GAP)
}
