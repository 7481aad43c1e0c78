import type { PaymentsQuery } from '../../../adapter.ts'

/** State of a wallet at the end of a block, from an archive node. */
export interface WalletStates {
  /** Cheap: shared with other wallets. */
  balance(block: number): Promise<bigint>
  /** A separate call, because no opcode returns a nonce. */
  nonce(block: number): Promise<number>
}

export interface Period {
  readonly side: PaymentsQuery['side']
  /** The block before the first of the period. */
  readonly before: number
  readonly to: number
  readonly most: number
}

export interface TouchedBlocks {
  /** Ascending; the oldest ones if there are more than `most`. */
  readonly blocks: readonly number[]
  /** The blocks that must contain a transaction of the wallet. If one does not, `searchStates` finds the right blocks. */
  readonly signed: readonly number[]
}

/**
 * Blocks in which a wallet sent a transaction or, for `received`, its balance changed as well.
 *
 * Most transactions change the balance of their sender, and a balance falls only by the wallet's own transactions. So if the nonce rose by the number
 * of blocks with a change, or of blocks in which the balance fell, those blocks have its transactions. Their content confirms this, and two nonces
 * are enough for the period.
 */
export async function touchedBlocks(states: WalletStates, period: Period): Promise<TouchedBlocks> {
  const { side, before, to, most } = period
  if (side === 'paid' && (await states.nonce(before)) === (await states.nonce(to))) return { blocks: [], signed: [] }
  const changes = await balanceChanges(states, period)
  const changed = changes.blocks.map(({ block }) => block)
  const sent = changes.isWhole ? (await states.nonce(changes.to)) - (await states.nonce(before)) : null
  const fell = changes.blocks.filter((change) => change.fell).map(({ block }) => block)
  const signed = [changed, fell].find(({ length }) => length === sent)
  const last = signed?.[most - 1]
  const isProven = last === undefined || last === signed?.at(-1) || (await states.nonce(last)) - (await states.nonce(before)) === most
  if (signed === undefined || !isProven) return { blocks: await searchStates(states, period, changed), signed: [] }
  return { blocks: (side === 'paid' ? signed : changed).slice(0, most), signed: signed.slice(0, most) }
}

interface Changes {
  readonly blocks: readonly { readonly block: number; readonly fell: boolean }[]
  /** The last block that was searched. */
  readonly to: number
  /** Whether these are all blocks up to `to`, or the `most` requested ones. */
  readonly isWhole: boolean
}

/**
 * Blocks after which the balance differs. A range with equal balances at both ends is skipped, although a wallet may have received the same amount
 * that it spent.
 */
async function balanceChanges({ balance }: WalletStates, { side, before, to, most }: Period): Promise<Changes> {
  const blocks: { block: number; fell: boolean }[] = []
  const open: [low: number, high: number][] = [[before, to]]
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [low, high] = range
    if (low >= high) continue
    const [earlier, later] = [await balance(low), await balance(high)]
    if (earlier === later) continue
    if (high - low > 1) {
      const pivot = sharedPivot(low, high)
      open.push([pivot, high], [low, pivot])
      continue
    }
    blocks.push({ block: high, fell: later < earlier })
    const counted = side === 'paid' ? blocks.filter(({ fell }) => fell).length : blocks.length
    if (counted >= most) return { blocks, to: high, isWhole: true }
    // A wallet that is paid constantly is searched by its nonce.
    if (blocks.length >= most * 2) return { blocks, to: high, isWhole: false }
  }
  return { blocks, to, isWhole: true }
}

/** The block within a range that is divisible by the highest power of two, so that the searches of many wallets read the same blocks. */
function sharedPivot(low: number, high: number): number {
  const shift = 31 - Math.clz32(low ^ (high - 1))
  return ((high - 1) >> shift) << shift
}

/**
 * Finds the same blocks by bisection of the period, and skips ranges without a change. While a wallet sends nothing its balance can only rise, so
 * equal balances and nonces at both ends mean no payment.
 *
 * @param likely blocks with transactions of the wallet, at which ranges are divided first
 */
export async function searchStates(states: WalletStates, { side, before, to, most }: Period, likely: readonly number[] = []): Promise<number[]> {
  const differs = async (low: number, high: number): Promise<boolean> =>
    (side === 'received' && (await states.balance(low)) !== (await states.balance(high))) || (await states.nonce(low)) !== (await states.nonce(high))
  const found: number[] = []
  const open: [low: number, high: number][] = [[before, to]]
  for (let range = open.pop(); range !== undefined && found.length < most; range = open.pop()) {
    const [low, high] = range
    if (low >= high || !(await differs(low, high))) continue
    if (high - low === 1) {
      found.push(high)
      continue
    }
    const within = likely.filter((block) => block > low && block <= high)
    const known = within[Math.floor(within.length / 2)]
    const pivot = known === undefined ? sharedPivot(low, high) : known === high ? high - 1 : known
    open.push([pivot, high], [low, pivot])
  }
  return found
}

/** Reads each state once. A nonce never falls, so it is known between two blocks with equal nonces. */
export function memoizeStates(states: WalletStates): WalletStates {
  const balances = new Map<number, Promise<bigint>>()
  const nonces = new Map<number, number>()
  const between = (block: number): number | null => {
    let [low, high]: [number | null, number | null] = [null, null]
    for (const [known, nonce] of nonces) {
      if (known <= block) low = Math.max(low ?? nonce, nonce)
      if (known >= block) high = Math.min(high ?? nonce, nonce)
    }
    return low !== null && low === high ? low : null
  }
  return {
    balance(block) {
      const answer = balances.get(block) ?? states.balance(block)
      balances.set(block, answer)
      return answer
    },
    async nonce(block) {
      const nonce = between(block) ?? (await states.nonce(block))
      nonces.set(block, nonce)
      return nonce
    },
  }
}
