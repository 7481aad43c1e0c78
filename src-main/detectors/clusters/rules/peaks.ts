import type { FactIndex } from '../../fact-index.ts'

/**
 * The largest balance a wallet ever had, from its transfers. Null if the stored transfers do not begin at the token's birth,
 * which shows as a balance below zero.
 */
export function peaks(index: FactIndex): (address: string) => bigint | null {
  let walked: ReadonlyMap<string, Walk> | null = null
  return (address) => {
    walked ??= walk(index)
    const known = walked.get(address)
    return known === undefined || known.broken ? null : known.peak
  }
}

interface Walk {
  balance: bigint
  peak: bigint
  broken: boolean
}

function walk({ flows, hubs, isHub, state }: FactIndex): ReadonlyMap<string, Walk> {
  return state.accumulate(
    'peaks',
    [hubs],
    flows.transfers,
    () => new Map<string, Walk>(),
    (walks, { from, to, raw }) => {
      if (!isHub(from)) {
        const sender = getWalk(walks, from)
        sender.balance -= raw
        if (sender.balance < 0n) sender.broken = true
      }
      if (!isHub(to)) {
        const receiver = getWalk(walks, to)
        receiver.balance += raw
        if (receiver.balance > receiver.peak) receiver.peak = receiver.balance
      }
    },
  )
}

function getWalk(walks: Map<string, Walk>, address: string): Walk {
  const before = walks.get(address)
  if (before !== undefined) return before
  const begun = { balance: 0n, peak: 0n, broken: false }
  walks.set(address, begun)
  return begun
}
