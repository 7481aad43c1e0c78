import type { Action, Scenario, Truth, Venue } from './script.ts'
import { addStrangers, DAY, HOUR, oddAmount, createScriptBuilder, type ScriptBuilder } from './script-builder.ts'

/** The first blocks of a token: snipers, bundles and the creator's friends among strangers. */

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

/** A token that its creator closed to trading but for some wallets. */
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
 * Adds buys of strangers up to nine blocks later and returns the snipers, those within three blocks of the first event.
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

/** Unrelated transactions, then buys with some more of them in between. */
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

/** Launches on Uniswap v3 and v4, whose pools are initialised at a price before they have liquidity. */
export const UNISWAP_VENUES: readonly Scenario[] = (['v3', 'v4'] as const).flatMap((venue) => [
  launch(`a pool of Uniswap ${venue} that was initialised empty four blocks before its liquidity`, 'catch', 2, 4, {
    emptyBlocks: 4,
    venue,
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch(`a busy launch on Uniswap ${venue}, initialised empty four blocks before its liquidity`, 'trap', 8, 14, {
    emptyBlocks: 4,
    venue,
    before: fundFromExchanges,
    firstBlock: buyAmongOthers,
    roles: (wallets) => ({ sniping: wallets }),
  }),
])

/** Launches of tokens whose owner opens trading some time after the liquidity. */
export const CLOSED_LAUNCHES: readonly Scenario[] = [
  ...([4, 40] as const).map((blocks) =>
    launch(`trading opened ${blocks} blocks after the liquidity, a bundle right behind the switch`, 'catch', 2, 4, {
      closed: { blocks, exempt: 0 },
      before: fundFrom(MAKER),
      firstBlock: buyInFirstBlock(),
      roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
    }),
  ),
  ...(['v2', 'v4'] as const).map((venue) =>
    launch(`exempt wallets buy on Uniswap ${venue} before trading is opened`, 'catch', 2, 4, {
      closed: { blocks: 30, exempt: 2 },
      venue,
      before: fundFromExchanges,
      roles: (wallets) => ({ sniping: wallets.slice(2), insiders: wallets.slice(0, 2) }),
      firstBlock: buyAmongOthers,
    }),
  ),
  launch('strangers crowd the block in which trading is opened', 'trap', 8, 14, {
    closed: { blocks: 12, exempt: 0 },
    before: fundFromExchanges,
    firstBlock: buyAmongOthers,
    roles: (wallets) => ({ sniping: wallets }),
  }),
]

export const LAUNCHES: readonly Scenario[] = [
  launch('the creator funds buyers right behind its own transaction', 'catch', 2, 4, {
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('one funder, another than the creator, behind buyers in the first block', 'catch', 3, 8, {
    before: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(0, 9) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('wallets that one funder made days before the launch', 'catch', 3, 8, {
    before: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
      script.wait(script.random.between(2 * DAY, 6 * DAY))
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(0, 9) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('a bundle behind the creation, one tip, coin from exchanges', 'catch', 2, 4, {
    before: fundFromExchanges,
    firstBlock: buyInFirstBlock((i) => i === 0),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets }),
  }),
  launch('a pool that was created empty four blocks before its liquidity', 'catch', 2, 4, {
    emptyBlocks: 4,
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  ...UNISWAP_VENUES.filter(({ purpose }) => purpose === 'catch'),
  ...CLOSED_LAUNCHES.filter(({ purpose }) => purpose === 'catch'),
  launch('several wallets in one transaction', 'catch', 2, 6, {
    before: fundFromExchanges,
    later: (script, wallets) =>
      wallets.forEach((wallet, i) => {
        script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.2, 0.9), signer: wallets[0] ?? '', sameTransaction: i > 0 })
      }),
    roles: (wallets) => ({ bundlers: wallets, owners: [wallets] }),
  }),
  launch('equal odd amounts from one funder, days later', 'catch', 3, 7, {
    later: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
      const coins = oddAmount(script.random, 0.2, 0.9)
      script.blocks(1)
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(0, 9) })
        script.buy(wallet, coins)
      }
    },
    roles: (wallets) => ({ bundlers: wallets, owners: [wallets] }),
  }),
  launch('friends of the creator: given tokens, started, reached through others', 'catch', 5, 5, {
    before: (script, [, started = '', reached = '', backer = '']) => {
      script.payFromExchange(backer, 40)
      script.wait(DAY)
      script.pay(backer, MAKER, 20)
      script.wait(DAY)
      script.pay(MAKER, started, oddAmount(script.random, 2, 4))
      script.pay(MAKER, 'go-between', 3)
      script.wait(HOUR)
      script.pay('go-between', reached, 2.95)
    },
    later: (script, [given = '', started = '', reached = '', backer = '', payer = '']) => {
      script.actions.push({ do: 'send', from: MAKER, to: given, tokens: oddAmount(script.random, 1_000_000, 9_000_000) })
      script.payFromExchange(payer, 3)
      for (const wallet of [started, reached, backer, payer]) {
        script.wait(script.random.between(DAY, 3 * DAY))
        script.buy(wallet, oddAmount(script.random, 0.5, 1))
      }
      script.sell(payer, 0.5)
      script.wait(600)
      script.pay(payer, MAKER, 2)
    },
    // The backer and the payer of the creator are independent people.
    roles: (wallets) => ({ insiders: wallets, owners: [[MAKER, ...wallets.slice(0, 3)]] }),
  }),
  launch('bought in the creating transaction', 'catch', 1, 2, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets)
        script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.5, 2), signer: MAKER, sameTransaction: true })
    },
    roles: (wallets) => ({
      sniping: wallets,
      bundlers: wallets.length > 1 ? wallets : [],
      insiders: wallets,
      owners: [[MAKER, ...wallets]],
    }),
  }),
]

export const LAUNCH_TRAPS: readonly Scenario[] = [
  ...CLOSED_LAUNCHES.filter(({ purpose }) => purpose === 'trap'),
  ...UNISWAP_VENUES.filter(({ purpose }) => purpose === 'trap'),
  launch('a busy launch: strangers crowd the first block', 'trap', 20, 35, {
    before: fundFromExchanges,
    firstBlock: buyAmongOthers,
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('followers of one trader at the launch, preset amounts', 'trap', 6, 14, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy(wallet, 0.5)
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('wages to wallets of old days before the launch', 'trap', 4, 8, {
    before: (script, wallets) => {
      script.payFromExchange('employer', 90)
      fundFromExchanges(script, wallets)
      fundFrom('employer')(script, wallets)
      script.wait(script.random.between(2 * DAY, 6 * DAY))
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy(wallet, oddAmount(script.random, 0.1, 2))
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('of the creator’s friends one buys in the first block, the others some blocks later', 'trap', 3, 5, {
    before: fundFrom(MAKER),
    firstBlock: (script, wallets) => buyAmongOthers(script, wallets.slice(0, 1)),
    soon: (script, wallets) => {
      for (const wallet of wallets.slice(1)) {
        buyAmongOthers(script, [wallet])
        script.blocks(1)
      }
    },
    roles: (wallets) => ({ sniping: wallets.slice(0, 1), insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('a sandwich bot in the first block', 'trap', 4, 8, {
    before: (script, wallets) => fundFromExchanges(script, [...wallets, 'sandwich bot']),
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(3, 9) })
        script.buy('sandwich bot', 2)
        script.buy(wallet, oddAmount(script.random, 0.3, 0.9))
        script.sell('sandwich bot', 1)
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
]

export const LAUNCH_ADVERSARIES: readonly Scenario[] = [
  launch('a bundle spread over blocks, every wallet from an exchange', 'adversary', 4, 8, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(5, 40) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
]
