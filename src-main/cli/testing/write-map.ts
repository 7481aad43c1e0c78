import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A different EVM address for each digit. */
export const testAddress = (digit: number): string => `0x${`${digit}a4f9c2e7b`.repeat(4)}`

interface MapOptions {
  /** Default: the symbol. */
  readonly name?: string
  readonly symbol: string
  readonly token: string
  /** ISO time without a zone, in UTC. */
  readonly time: string
  /** Balances of wallets 1, 2 and so on, in token units. */
  readonly amounts: readonly number[]
}

/** Writes a holder map of a supply of 1000, in which the second wallet sent ETH to the third. Returns its path. */
export function writeMap(folder: string, { symbol, token, time, amounts, name = symbol }: MapOptions): string {
  const path = join(folder, name)
  const nodes = amounts.map((amount, n) => ({ address: testAddress(n + 1), amount, percentage: amount / 10, is_contract: false }))
  const links = [{ source: 1, target: 2, forward: 50, backward: 0 }]
  writeFileSync(path, JSON.stringify({ version: 5, chain: 'eth', token_address: token, symbol, dt_update: time, nodes, links }))
  return path
}
