import { lockEnd } from '../../../security/lock-end.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readProgramSlices } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { MAX_LIST_BYTES } from '../positions/positions.ts'
import type { LpLock, LpOwner } from './lp-locks.ts'

/**
 * Liquidity tokens in contracts of Streamflow, each in an account that owns itself. Layout (`streamLayout`) and what is unlocked when:
 * https://github.com/streamflow-finance/js-sdk/tree/master/packages/stream/solana (layout.ts, contractUtils.ts)
 */

export const STREAMFLOW = 'strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m'

const LOCK = 'Streamflow'
/** Offsets in a contract. */
const WITHDRAWN_AT = 17
const END_AT = 33
const RECIPIENT_AT = 113
const MINT_AT = 177
const ESCROW_AT = 209
/** The start, the deposit, the period, what is released in each, the time of the cliff and what is released then. */
const SCHEDULE_AT = 409
/** Whether the sender or the recipient can cancel; whether it can be paused or its rate changed. */
const CANCELABLE_AT = 457
const CHANGEABLE_AT = 539
/** Of a pause: its start and the time of all. Of a new rate: its time and what was released before. */
const CHANGES_AT = 672
const CONTRACT = { offset: 0, length: 704 }

interface Contract {
  readonly escrow: string
  readonly recipient: string
  /** Raw units. */
  readonly locked: bigint
  readonly released: bigint
  /** Unix seconds. */
  readonly end: number
}

/**
 * Separates what contracts lock until a date that nobody can change, and what their recipients may withdraw. What other contracts hold stays with the
 * escrow.
 *
 * @param now Unix seconds
 */
export async function splitStreams(
  node: SolanaNode,
  lpMint: string,
  escrows: readonly LpOwner[],
  now: number,
  signal: AbortSignal,
): Promise<{ readonly owners: readonly LpOwner[]; readonly locks: readonly LpLock[] }> {
  const match = { offset: MINT_AT, address: lpMint, size: null }
  const accounts = (await readProgramSlices(node, STREAMFLOW, match, { slice: CONTRACT, maxBytes: MAX_LIST_BYTES }, signal)) ?? []
  const contracts = new Map(accounts.flatMap(({ data }) => readContract(data, BigInt(now)) ?? []).map((contract) => [contract.escrow, contract]))
  const owners: LpOwner[] = []
  const locks: LpLock[] = []
  for (const { owner, raw } of escrows) {
    const contract = contracts.get(owner)
    if (contract === undefined || contract.locked + contract.released > raw) owners.push({ owner, raw })
    else {
      const { locked, released, recipient, end } = contract
      if (locked > 0n) locks.push({ raw: locked, type: LOCK, unlockAt: end })
      // The rest is fees of Streamflow.
      owners.push({ owner: recipient, raw: released }, { owner, raw: raw - locked - released })
    }
  }
  return { owners: owners.filter(({ raw }) => raw > 0n), locks }
}

/** Null for a contract that can be cancelled, paused or changed, or that was changed. */
function readContract(data: Uint8Array, now: bigint): Contract | null {
  const u64 = (at: number): bigint => new ByteReader(data, at).u64() ?? 0n
  const changes = new ByteReader(data, CHANGES_AT).raw(4 * 8)
  const [escrow, recipient] = [new ByteReader(data, ESCROW_AT).pubkey(), new ByteReader(data, RECIPIENT_AT).pubkey()]
  if (escrow === null || recipient === null || changes === null) return null
  const flags = [CANCELABLE_AT, CANCELABLE_AT + 1, CHANGEABLE_AT, CHANGEABLE_AT + 1].map((at) => data[at])
  if (flags.some((flag) => flag !== 0) || changes.some((byte) => byte !== 0)) return null
  const [start, deposit, period, perPeriod, cliff, atCliff] = [0, 8, 16, 24, 32, 40].map((at) => u64(SCHEDULE_AT + at)) as Numbers
  const [end, since] = [u64(END_AT), cliff === 0n ? start : cliff]
  const streamed = period === 0n || now < since ? 0n : atCliff + ((now - since) / period) * perPeriod
  const unlocked = now < since ? 0n : now > end || streamed > deposit ? deposit : streamed
  const withdrawn = u64(WITHDRAWN_AT)
  return { escrow, recipient, locked: deposit - unlocked, released: unlocked > withdrawn ? unlocked - withdrawn : 0n, end: lockEnd(end) }
}

type Numbers = [bigint, bigint, bigint, bigint, bigint, bigint]
