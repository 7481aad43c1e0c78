import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Tax } from './script.ts'
import { DEAD_ADDRESS } from './scripted-address.ts'

/** The balances and transfers of a scripted token, with the tax that its code takes of each move. */

export const TOKEN = 'token'
export const POOL = 'pool'
export const TOKEN_DECIMALS = 6
export const SUPPLY = 1_000_000_000n * 10n ** BigInt(TOKEN_DECIMALS)
const PPM = 1_000_000n

export class SimulatedToken {
  readonly balances = new Map<string, bigint>()
  readonly transfers: Transfer[] = []
  tax: Tax | null = null
  /** The creator, who pays no tax. */
  #exempt: string | null = null
  readonly #network: NetworkId
  readonly #at: (name: string) => Address
  readonly #place: () => Pick<Transfer, 'network' | 'position' | 'time' | 'tx'>

  /** @param place position and time of the next event */
  constructor(network: NetworkId, at: (name: string) => Address, place: () => Pick<Transfer, 'network' | 'position' | 'time' | 'tx'>) {
    this.#network = network
    this.#at = at
    this.#place = place
  }

  held(name: string): bigint {
    return this.balances.get(name) ?? 0n
  }

  mint(from: Address, creator: string, raw: bigint, tax: Tax | null): void {
    this.tax = tax
    this.#exempt = creator
    this.balances.set(creator, this.held(creator) + raw)
    this.#record(from, this.#at(creator), raw)
  }

  /** Sends the amount, or the sender's whole balance if that is less. */
  give(from: string, to: string, wanted: bigint): void {
    const held = this.held(from)
    this.move('send', from, to, wanted < held ? wanted : held)
  }

  /** @returns the amount that arrived */
  move(kind: Tax['on'][number], from: string, to: string, raw: bigint): bigint {
    const { tax } = this
    if (tax === null || !tax.on.includes(kind) || [from, to].some((name) => name === this.#exempt || name === TOKEN)) return this.#put(from, to, raw)
    const parts = tax.to.map(({ wallet, share }) => ({ wallet, raw: (raw * BigInt(Math.round(share * 1e6))) / PPM }))
    const taken = parts.reduce((sum, part) => sum + part.raw, 0n)
    if (tax.how === 'sent on') {
      this.#put(from, to, raw)
      for (const part of parts) this.#put(to, part.wallet, part.raw)
      return raw - taken
    }
    if (tax.how === 'sent') for (const part of parts) this.#put(from, part.wallet, part.raw)
    if (tax.how === 'collected') this.#put(from, TOKEN, taken)
    if (tax.how === 'burned' || tax.how === 'reflected') this.balances.set(from, this.held(from) - taken)
    if (tax.how === 'burned') this.#record(this.#at(from), DEAD_ADDRESS[this.#network], taken)
    if (tax.how === 'reflected') this.#reflect(taken)
    return this.#put(from, to, raw - taken)
  }

  /** Raises every balance but the pool's by its share, without a transfer. */
  #reflect(raw: bigint): void {
    const owners = [...this.balances].filter(([name]) => name !== POOL)
    const all = owners.reduce((sum, [, balance]) => sum + balance, 0n)
    if (all > 0n) for (const [name, balance] of owners) this.balances.set(name, balance + (raw * balance) / all)
  }

  #put(from: string, to: string, raw: bigint): bigint {
    if (raw === 0n) return 0n
    this.balances.set(from, this.held(from) - raw)
    this.balances.set(to, this.held(to) + raw)
    this.#record(this.#at(from), this.#at(to), raw)
    return raw
  }

  #record(from: Address, to: Address, raw: bigint): void {
    this.transfers.push({ kind: 'transfer', ...this.#place(), token: this.#at(TOKEN), from, to, raw })
  }
}

export const toRawTokens = (units: number): bigint => BigInt(Math.round(units * 1e3)) * 10n ** BigInt(TOKEN_DECIMALS - 3)
