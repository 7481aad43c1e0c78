import type { Study } from '../study.ts'

/**
 * The largest balance a wallet ever had, from its transfers; null when they do not begin at the token's birth, which
 * shows in a balance below zero.
 */
export function peaks(study: Study): (address: string) => bigint | null {
  let walked: ReadonlyMap<string, Walk> | null = null
  return (address) => {
    walked ??= walk(study)
    const known = walked.get(address)
    return known === undefined || known.broken ? null : known.peak
  }
}

interface Walk {
  balance: bigint
  peak: bigint
  broken: boolean
}

function walk({ flows, hubs, isHub, memory }: Study): ReadonlyMap<string, Walk> {
  return memory.fold(
    'peaks',
    [hubs],
    flows.transfers,
    () => new Map<string, Walk>(),
    (walks, { from, to, raw }) => {
      if (!isHub(from)) {
        const sender = walkOf(walks, from)
        sender.balance -= raw
        if (sender.balance < 0n) sender.broken = true
      }
      if (!isHub(to)) {
        const receiver = walkOf(walks, to)
        receiver.balance += raw
        if (receiver.balance > receiver.peak) receiver.peak = receiver.balance
      }
    },
  )
}

function walkOf(walks: Map<string, Walk>, address: string): Walk {
  const before = walks.get(address)
  if (before !== undefined) return before
  const begun = { balance: 0n, peak: 0n, broken: false }
  walks.set(address, begun)
  return begun
}
