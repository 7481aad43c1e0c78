import type { LaunchTransaction } from '../../../src-shared/domain/events.ts'
import { actorOf } from './nodes/steps.ts'
import type { Action, Script } from './script.ts'

/** Nonces, gas settings and fees of the transactions of a script. */

const GAS_USED = 150_000n
const USUAL = { limit: 300_000, gwei: 2 }
const GWEI = 1_000_000_000n

export class SimulatedSends {
  readonly buys: LaunchTransaction[] = []
  readonly #nonces = new Map<string, number>()
  readonly #accounts: readonly string[]

  constructor({ accounts }: Pick<Script, 'accounts'>) {
    this.#accounts = accounts
  }

  /** Counts a transaction, and records it if it buys. */
  add(action: Action, { tx, block, value }: Pick<LaunchTransaction, 'tx' | 'block' | 'value'>): void {
    if (action.do === 'wait' || action.do === 'blocks' || action.do === 'gap' || action.do === 'pause') return
    if ('sameTransaction' in action && action.sameTransaction === true) return
    const actor = actorOf(action)
    const nonce = this.#nonces.get(actor) ?? 0
    this.#nonces.set(actor, nonce + 1)
    if (action.do !== 'buy' || this.#accounts.includes(actor)) return
    const { limit, gwei } = action.gas ?? USUAL
    const maxFee = BigInt(Math.round(gwei * 1e3)) * (GWEI / 1_000n)
    const priorityFee = maxFee - GWEI
    this.buys.push({
      ...{ tx, block, nonce, value, gasLimit: limit, maxFee, maxPriorityFee: null, priorityFee, usualPriorityFee: GWEI },
      paid: priorityFee * GAS_USED,
    })
  }
}
