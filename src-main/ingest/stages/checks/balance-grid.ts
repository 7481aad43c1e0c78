import type { Address } from '../../../../src-shared/domain/address.ts'
import { answeredOrNull } from '../../../chains/rpc/answered.ts'
import type { BlockRange, TransferOutline } from '../../../store/interface.ts'
import type { StageContext } from '../stage.ts'

/** A stretch of blocks in which a wallet's balance changed by an amount other than its stored transfers. */
export interface WrongStretch {
  readonly blocks: BlockRange
  readonly wallet: Address
  /** The wallet's balance before the stretch. */
  readonly balance: bigint
}

/**
 * Compares the change of balances in each stretch with the sums of transfers. One call per stretch, and one more for a history that does not begin
 * with the token.
 *
 * @returns null if the endpoint keeps no old state
 */
export async function findWrongStretches(
  context: StageContext,
  { stretches, wallets }: TransferOutline,
  fromCreation: boolean,
): Promise<WrongStretch[] | null> {
  const before = stretches[0]?.blocks.from ?? 0
  let balances = fromCreation ? new Map(wallets.map((wallet) => [wallet, 0n])) : await balancesAt(context, wallets, before - 1)
  const wrong: WrongStretch[] = []
  for (const { blocks, changes } of stretches) {
    const after = await balancesAt(context, wallets, blocks.to)
    if (after === null || balances === null) return null
    const known = balances
    const off = wallets.find((wallet, i) => {
      const [from, to] = [known.get(wallet), after.get(wallet)]
      return from !== undefined && to !== undefined && to - from !== changes[i]
    })
    if (off !== undefined) wrong.push({ blocks, wallet: off, balance: known.get(off) ?? 0n })
    balances = after
  }
  return wrong
}

/**
 * Finds by bisection the first block of a stretch at whose end the balance differs from the sum of transfers. Takes about ten calls for a thousand
 * blocks. Null if the token does not return the balance.
 */
export async function findWrongBlock(context: StageContext, { blocks, wallet, balance }: WrongStretch): Promise<number | null> {
  const { store, token } = context
  let { from, to } = blocks
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const part = { from: blocks.from, to: middle }
    const { stretches } = await store.read.transferOutline({ token, blocks: part, wallets: [wallet], overdrawn: 0, stretches: 1 })
    const now = (await balancesAt(context, [wallet], middle))?.get(wallet)
    if (now === undefined) return null
    if (now - balance === stretches[0]?.changes[0]) from = middle + 1
    else to = middle
  }
  return from
}

/** Balances at the end of a block; null if the endpoint does not keep its state. */
async function balancesAt(
  { adapter, token, signal }: StageContext,
  wallets: readonly Address[],
  block: number,
): Promise<Map<Address, bigint> | null> {
  const read = await answeredOrNull(adapter.balances(token.address, wallets, { number: block, hash: '', time: 0 }, signal), signal)
  return read === null ? null : new Map(read.map(({ address, raw }) => [address, raw]))
}
