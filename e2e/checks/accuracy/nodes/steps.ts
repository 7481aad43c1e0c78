import type { Action, Random, Script } from '../script.ts'

/** Converts a script to node steps: transactions of one or more actions, time between them, and unrelated transactions. Pure. */

export type ChainAction = Exclude<Action, { do: 'wait' } | { do: 'blocks' } | { do: 'gap' } | { do: 'pause' }>
export type ActionOf<D extends ChainAction['do']> = Extract<ChainAction, { do: D }>

export type Step =
  /** `exact`: the number of blocks matters, not the time. */
  | { readonly do: 'pass'; readonly seconds: number; readonly blocks: number; readonly exact?: boolean }
  /** Unrelated transactions. */
  | { readonly do: 'others'; readonly transactions: number }
  | { readonly do: 'pause' }
  | { readonly do: 'transaction'; readonly actions: readonly ChainAction[] }

/** More unrelated transactions in a gap do not change any detection, and each costs time on the node. */
const MAX_BYSTANDERS = 8

export function toSteps({ actions }: Script, blockSeconds: number): Step[] {
  const steps: Step[] = []
  for (const action of actions) {
    if (action.do === 'wait') {
      steps.push({ do: 'pass', seconds: action.seconds, blocks: Math.max(1, Math.round(action.seconds / blockSeconds)) })
    } else if (action.do === 'pause') steps.push({ do: 'pause' })
    else if (action.do === 'blocks') steps.push({ do: 'pass', seconds: action.count * blockSeconds, blocks: action.count, exact: true })
    else if (action.do === 'gap') steps.push({ do: 'others', transactions: Math.min(action.transactions, MAX_BYSTANDERS) })
    else {
      const last = steps.at(-1)
      const joins = 'sameTransaction' in action && action.sameTransaction === true && last?.do === 'transaction'
      if (joins) steps[steps.length - 1] = { do: 'transaction', actions: [...last.actions, action] }
      else steps.push({ do: 'transaction', actions: [action] })
    }
  }
  return steps
}

/** Payer, payee and amount of the coins that an action moves. Proceeds of a sale are ignored. */
function coinsMoved(action: ChainAction): { readonly from: string; readonly to: string | null; readonly coins: number } | null {
  switch (action.do) {
    case 'pay':
      return { from: action.from, to: action.to, coins: action.coins }
    case 'buy':
      return { from: action.signer ?? action.wallet, to: null, coins: action.coins }
    case 'pool':
      return { from: action.by, to: null, coins: action.coins }
    case 'create':
    case 'emptyPool':
    case 'graduate':
    case 'grant':
    case 'setTax':
    case 'openTrading':
    case 'payDollars':
    case 'send':
    case 'sell':
      return null
  }
}

/** The wallet that sends the action and pays its fee. */
export function actorOf(action: ChainAction): string {
  if (action.do === 'pay' || action.do === 'payDollars' || action.do === 'send') return action.from
  if (action.do === 'buy') return action.signer ?? action.wallet
  return action.do === 'sell' ? action.wallet : action.by
}

export interface Funds {
  /** Coins that a wallet has before the script begins, because it acts before anyone pays it. */
  readonly before: ReadonlyMap<string, number>
  /** Coins that a wallet spends beyond its payments. They are added to its balance, without a transaction, after its first payment. */
  readonly later: ReadonlyMap<string, number>
}

/**
 * Computes the coins that wallets need beyond the payments of the script.
 *
 * @param fee coins reserved for each action of a wallet
 */
export function computeFunds(script: Script, fee: number): Funds {
  const balance = new Map<string, number>()
  const lowest = new Map<string, number>()
  const firstPaid = new Set<string>()
  const actedBefore = new Set<string>()
  const add = (name: string, coins: number): void => {
    const now = (balance.get(name) ?? 0) + coins
    balance.set(name, now)
    lowest.set(name, Math.min(lowest.get(name) ?? 0, now))
  }
  for (const action of script.actions) {
    if (action.do === 'wait' || action.do === 'blocks' || action.do === 'gap' || action.do === 'pause') continue
    const actor = actorOf(action)
    if (!firstPaid.has(actor)) actedBefore.add(actor)
    add(actor, -fee)
    const moved = coinsMoved(action)
    if (moved === null) continue
    add(moved.from, -moved.coins)
    if (moved.to === null) continue
    firstPaid.add(moved.to)
    add(moved.to, moved.coins)
  }
  const before = new Map<string, number>()
  const later = new Map<string, number>()
  for (const [name, least] of lowest) if (least < 0) (actedBefore.has(name) ? before : later).set(name, -least + fee)
  return { before, later }
}

const SPREAD = 2

/** Draws group sizes from the low end of their range, because each wallet costs transactions on the node. */
export function limitGroupSizes(random: Random): Random {
  return { ...random, whole: (least, most) => random.whole(least, Math.min(most, least + SPREAD)) }
}
