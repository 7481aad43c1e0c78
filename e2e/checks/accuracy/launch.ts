import type { Action, Scenario, Truth, Venue } from './script.ts'
import { addStrangers, DAY, HOUR, oddAmount, createScriptBuilder, type ScriptBuilder } from './script-builder.ts'

/** A launch among strangers. A scenario fills in what happens before, in the first block and later, and the role of each wallet. */

type SniperState = 'held' | 'sold_partially' | 'sold_fully' | 'bought_more'
const SNIPER_STATES: readonly SniperState[] = ['held', 'sold_partially', 'sold_fully', 'bought_more']

/** Ground truth for the wallets that a scenario adds. */
interface Roles {
  readonly sniping?: readonly string[]
  /** Snipers that do nothing afterwards. */
  readonly idle?: readonly string[]
  readonly bundlers?: readonly string[]
  readonly insiders?: readonly string[]
  readonly owners?: Truth['owners']
}

/** A token that its creator closed to trading, except for some wallets. */
interface Closed {
  /** Blocks between the liquidity and the switch. */
  readonly blocks: number
  /** How many of the wallets are exempt. They buy while trading is closed. */
  readonly exempt: number
}

interface LaunchParts {
  readonly closed?: Closed
  /** Blocks before the first event in which the pool is created without liquidity. */
  readonly emptyBlocks?: number
  readonly venue?: Venue
  /** Before the token is created. */
  readonly before?: (script: ScriptBuilder, wallets: readonly string[]) => void
  /** After the creation of the token, two blocks before the pool. */
  readonly given?: (script: ScriptBuilder, wallets: readonly string[]) => void
  /** In the block of the first event, directly after it. */
  readonly firstBlock?: (script: ScriptBuilder, wallets: readonly string[]) => void
  /** After the early buys, in blocks that are no longer the launch. */
  readonly soon?: (script: ScriptBuilder, wallets: readonly string[]) => void
  /** Hours later. */
  readonly later?: (script: ScriptBuilder, wallets: readonly string[]) => void
  readonly roles: (wallets: readonly string[]) => Roles
}

export const MAKER = 'dev'
const DEPOSIT = { tokens: 900_000_000, coins: 30 }

export function launch(
  name: string,
  purpose: Scenario['purpose'],
  least: number,
  most: number,
  { closed, emptyBlocks = 0, venue = 'v2', before, given, firstBlock, soon, later, roles }: LaunchParts,
): Scenario {
  return {
    name,
    purpose,
    build(random) {
      const script = createScriptBuilder(random)
      script.payFromExchange(MAKER, 50)
      const strangers = script.people('early stranger', random.whole(4, 9))
      for (const wallet of strangers) {
        script.wait(random.between(HOUR, DAY))
        if (random.next() < 0.5) script.payFromExchange(wallet, oddAmount(random, 2, 6))
        else script.pay(`friend of ${wallet}`, wallet, oddAmount(random, 2, 6))
      }
      script.wait(20 * DAY)
      const wallets = script.people('wallet', random.whole(least, most))
      before?.(script, wallets)
      if (random.next() < 0.5) script.skipped.push(random.whole(1, 3))
      script.blocks(1)
      const exempt = wallets.slice(0, closed?.exempt ?? 0)
      script.actions.push({ do: 'create', by: MAKER, ...(closed === undefined ? {} : { closed: { exempt } }) })
      if (given !== undefined) {
        script.blocks(1)
        given(script, wallets)
        script.blocks(2)
      }
      if (emptyBlocks > 0) {
        script.actions.push({ do: 'emptyPool', by: MAKER, ...DEPOSIT })
        script.blocks(emptyBlocks)
      }
      script.actions.push({ do: 'pool', by: MAKER, ...DEPOSIT, sameTransaction: emptyBlocks === 0 && given === undefined })
      if (closed !== undefined) openLater(script, closed, exempt)
      const begun = script.actions.length
      firstBlock?.(script, wallets.slice(exempt.length))
      const early = buyEarly(script, strangers, blocksIn(script.actions.slice(begun)))
      if (soon !== undefined) {
        script.blocks(4)
        soon(script, wallets)
      }
      script.wait(HOUR)
      addStrangers(script, random.whole(10, 25))
      later?.(script, wallets)
      const { sniping = [], idle = [], bundlers = [], insiders = [], owners = [] } = roles(wallets)
      const states: Record<string, SniperState> = Object.fromEntries(
        [...early, ...sniping].map((wallet, i) => [wallet, SNIPER_STATES[i % SNIPER_STATES.length] ?? 'held'] as const),
      )
      for (const [wallet, state] of Object.entries(states)) applySniperState(script, wallet, state)
      for (const wallet of idle) states[wallet] = 'held'
      return script.finish({ snipers: states, bundlers, insiders, owners }, { venue })
    },
  }
}

/** Buys of the exempt wallets in the blocks after the liquidity, then the switch. */
function openLater(script: ScriptBuilder, { blocks }: Closed, exempt: readonly string[]): void {
  script.blocks(1)
  for (const wallet of exempt) script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
  script.blocks(blocks - 1)
  script.actions.push({ do: 'openTrading', by: MAKER })
}

const blocksIn = (actions: readonly Action[]): number => actions.reduce((sum, action) => sum + (action.do === 'blocks' ? action.count : 0), 0)

/**
 * Adds buys of strangers up to nine blocks later. Returns the snipers: the buyers within three blocks of the first event.
 *
 * @param begun blocks since the first event
 */
function buyEarly(script: ScriptBuilder, strangers: readonly string[], begun: number): string[] {
  const sniping: string[] = []
  let after = begun
  for (const wallet of strangers) {
    if (script.random.next() < 0.6) {
      script.blocks(1)
      after++
    }
    script.actions.push({ do: 'gap', transactions: script.random.whole(3, 60) })
    if (after === 0) continue
    script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.1, 0.9), tip: script.random.next() < 0.4 })
    if (after <= 3) sniping.push(wallet)
  }
  return sniping
}

function applySniperState(script: ScriptBuilder, wallet: string, state: SniperState): void {
  script.wait(script.random.between(60, HOUR))
  if (state === 'sold_fully') script.sell(wallet, 1)
  if (state === 'sold_partially') script.sell(wallet, script.random.between(0.02, 0.95))
  if (state === 'bought_more') script.buy(wallet, oddAmount(script.random, 0.5, 1))
}

export const buyInFirstBlock =
  (tip: (i: number) => boolean = () => false) =>
  (script: ScriptBuilder, wallets: readonly string[]): void =>
    wallets.forEach((wallet, i) => void script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.2, 1.5), tip: tip(i) }))

/** Unrelated transactions, then buys with more unrelated transactions in between. */
export function buyAmongOthers(script: ScriptBuilder, wallets: readonly string[]): void {
  script.actions.push({ do: 'gap', transactions: script.random.whole(2, 20) })
  for (const wallet of wallets) {
    if (script.random.next() < 0.3) script.actions.push({ do: 'gap', transactions: script.random.whole(1, 5) })
    script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.1, 2), tip: script.random.next() < 0.6 })
  }
}

export const fundFromExchanges = (script: ScriptBuilder, wallets: readonly string[]): void => {
  for (const wallet of wallets) {
    script.payFromExchange(wallet, oddAmount(script.random, 2, 6))
    script.wait(script.random.between(HOUR, DAY))
  }
}

export const fundFrom =
  (payer: string) =>
  (script: ScriptBuilder, wallets: readonly string[]): void => {
    for (const wallet of wallets) {
      script.pay(payer, wallet, oddAmount(script.random, 2, 4))
      script.wait(script.random.between(60, HOUR))
    }
  }
