import type { Action, Random, Script } from '../script.ts'

/** A script as a node must be told it: transactions of one or more deeds, in blocks, with time between. Pure. */

export type Deed = Exclude<Action, { do: 'wait' } | { do: 'blocks' } | { do: 'gap' }>
export type DeedOf<D extends Deed['do']> = Extract<Deed, { do: D }>

export type Step =
  | { readonly do: 'pass'; readonly seconds: number; readonly blocks: number }
  /** Transactions of people who have nothing to do with the token. */
  | { readonly do: 'others'; readonly transactions: number }
  | { readonly do: 'transaction'; readonly deeds: readonly Deed[] }

/** More bystanders between two transactions tell the detectors nothing new and cost a node a transaction each. */
const MOST_BYSTANDERS = 8

export function stepsOf({ actions }: Script, blockSeconds: number): Step[] {
  const steps: Step[] = []
  for (const action of actions) {
    if (action.do === 'wait') {
      steps.push({ do: 'pass', seconds: action.seconds, blocks: Math.max(1, Math.round(action.seconds / blockSeconds)) })
    } else if (action.do === 'blocks') steps.push({ do: 'pass', seconds: action.count * blockSeconds, blocks: action.count })
    else if (action.do === 'gap') steps.push({ do: 'others', transactions: Math.min(action.transactions, MOST_BYSTANDERS) })
    else {
      const last = steps.at(-1)
      const joins = 'joined' in action && action.joined === true && last?.do === 'transaction'
      if (joins) steps[steps.length - 1] = { do: 'transaction', deeds: [...last.deeds, action] }
      else steps.push({ do: 'transaction', deeds: [action] })
    }
  }
  return steps
}

/** Coins that a deed takes from somebody and gives to somebody; what a sale earns is not counted on. */
function coinsMoved(deed: Deed): { readonly from: string; readonly to: string | null; readonly coins: number } | null {
  switch (deed.do) {
    case 'pay':
      return { from: deed.from, to: deed.to, coins: deed.coins }
    case 'buy':
      return { from: deed.signer ?? deed.wallet, to: null, coins: deed.coins }
    case 'pool':
      return { from: deed.by, to: null, coins: deed.coins }
    case 'create':
    case 'payDollars':
    case 'send':
    case 'sell':
      return null
  }
}

/** Who acts in a deed, and so pays its fees. */
export function actorOf(deed: Deed): string {
  if (deed.do === 'pay' || deed.do === 'payDollars' || deed.do === 'send') return deed.from
  if (deed.do === 'buy') return deed.signer ?? deed.wallet
  return deed.do === 'sell' ? deed.wallet : deed.by
}

export interface Purse {
  /** Wallets that nobody pays in the script: their coins are there before it begins. */
  readonly before: ReadonlyMap<string, number>
  /** Coins that a paid wallet spends beyond what it was paid; it gets them by no transaction, right after its first payment. */
  readonly later: ReadonlyMap<string, number>
}

/**
 * Coins that wallets need besides what the script pays them.
 *
 * @param fee coins set aside for each deed of a wallet
 */
export function pursesOf(script: Script, fee: number): Purse {
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
    if (action.do === 'wait' || action.do === 'blocks' || action.do === 'gap') continue
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

/** Draws the numbers of people from the low end of their range: a node pays for everybody. */
export function smallCasts(random: Random): Random {
  return { ...random, whole: (least, most) => random.whole(least, Math.min(most, least + SPREAD)) }
}
