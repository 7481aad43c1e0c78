import type { Address } from '../../../../src-shared/domain/address.ts'
import { compareBig } from '../../../../src-shared/domain/compare.ts'
import { addressId } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { BlockRange, TransferOutline } from '../../interface.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { zeroAddressId } from '../../values/zero-address.ts'
import type { Read } from '../calls.ts'

type Row = [block: number, source: number, target: number, raw: unknown]

/** Reads the rows twice: first the totals of all wallets, then those of the chosen wallets per stretch. */
export const transferOutline: Read<'transferOutline'> = (db, { token, blocks, wallets, overdrawn, stretches }) => {
  const id = addressId(db, token)
  if (id === null) return { stretches: [{ blocks, changes: wallets.map(() => 0n) }], wallets, issued: 0n, rows: 0 }
  const each = (): Iterable<Row> =>
    db.each<Row>(sql`
      SELECT block, source, target, raw FROM transfer
      WHERE token = ${id} AND block BETWEEN ${blocks.from} AND ${blocks.to} ORDER BY block`)
  const totals = new Map<number, bigint>()
  let rows = 0
  for (const [, source, target, raw] of each()) {
    add(totals, source, target, decodeAmount(raw))
    rows++
  }
  const zero = zeroAddressId(db, token.network)
  const issued = -(zero === null ? 0n : (totals.get(zero) ?? 0n))
  const below = [...totals]
    .filter(([wallet, total]) => total < 0n && wallet !== zero)
    .sort(([one, a], [other, b]) => compareBig(a, b) || one - other)
    .slice(0, overdrawn)
  const chosen = [...new Set<Address>([...wallets, ...below.map(([wallet]) => db.addresses.text(wallet))])]
  const ids = chosen.map((address) => addressId(db, { network: token.network, address }))
  return { stretches: stretchesOf(each(), ids, blocks, Math.max(1, Math.ceil(rows / stretches))), wallets: chosen, issued, rows }
}

/** @param size rows per stretch, which ends with the block in which this number is reached */
function stretchesOf(rows: Iterable<Row>, ids: readonly (number | null)[], blocks: BlockRange, size: number): TransferOutline['stretches'] {
  const found: TransferOutline['stretches'][number][] = []
  const wanted = new Set(ids)
  let from = blocks.from
  let last = blocks.from
  let count = 0
  let totals = new Map<number, bigint>()
  const close = (to: number): void => {
    const changes = ids.map((id) => (id === null ? 0n : (totals.get(id) ?? 0n)))
    found.push({ blocks: { from, to }, changes })
    from = to + 1
    count = 0
    totals = new Map()
  }
  for (const [block, source, target, raw] of rows) {
    if (block !== last && count >= size) close(last)
    last = block
    count++
    if (wanted.has(source) || wanted.has(target)) add(totals, source, target, decodeAmount(raw))
  }
  close(blocks.to)
  return found
}

function add(totals: Map<number, bigint>, source: number, target: number, raw: bigint): void {
  totals.set(source, (totals.get(source) ?? 0n) - raw)
  totals.set(target, (totals.get(target) ?? 0n) + raw)
}
