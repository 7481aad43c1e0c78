import type { Scenario, Truth } from './script.ts'
import { crowd, DAY, HOUR, odd, writer, type Writer } from './writer.ts'

/** The first blocks of a token: snipers, bundles and the creator's friends among strangers. */

type Fate = 'held' | 'sold_partially' | 'sold_fully' | 'bought_more'
const FATES: readonly Fate[] = ['held', 'sold_partially', 'sold_fully', 'bought_more']

/** Who of the wallets that a scenario adds belongs to what. */
interface Cast {
  readonly sniping?: readonly string[]
  readonly bundlers?: readonly string[]
  readonly insiders?: readonly string[]
  readonly hands?: Truth['hands']
}

interface Parts {
  /** Before the token is made; answers the wallets that the other parts use. */
  readonly before?: (write: Writer, wallets: readonly string[]) => void
  /** In the block of the first event, right behind it. */
  readonly behind?: (write: Writer, wallets: readonly string[]) => void
  /** Hours later. */
  readonly later?: (write: Writer, wallets: readonly string[]) => void
  readonly cast: (wallets: readonly string[]) => Cast
}

export const MAKER = 'dev'

export function launch(name: string, purpose: Scenario['purpose'], least: number, most: number, { before, behind, later, cast }: Parts): Scenario {
  return {
    name,
    purpose,
    write(random) {
      const write = writer(random)
      write.fromExchange(MAKER, 50)
      const strangers = write.people('early stranger', random.whole(4, 9))
      for (const wallet of strangers) {
        write.wait(random.between(HOUR, DAY))
        if (random.next() < 0.5) write.fromExchange(wallet, odd(random, 2, 6))
        else write.pay(`friend of ${wallet}`, wallet, odd(random, 2, 6))
      }
      write.wait(20 * DAY)
      const wallets = write.people('wallet', random.whole(least, most))
      before?.(write, wallets)
      if (random.next() < 0.5) write.skipped.push(random.whole(1, 3))
      write.blocks(1)
      write.actions.push({ do: 'create', by: MAKER }, { do: 'pool', by: MAKER, tokens: 900_000_000, coins: 30, joined: true })
      behind?.(write, wallets)
      const early = comeEarly(write, strangers)
      write.wait(HOUR)
      crowd(write, random.whole(10, 25))
      later?.(write, wallets)
      const { sniping = [], bundlers = [], insiders = [], hands = [] } = cast(wallets)
      const fates = Object.fromEntries([...early, ...sniping].map((wallet, i) => [wallet, FATES[i % FATES.length] ?? 'held'] as const))
      for (const [wallet, fate] of Object.entries(fates)) meet(write, wallet, fate)
      return write.done({ snipers: fates, bundlers, insiders, hands })
    },
  }
}

/** Strangers one to six blocks after the first event; those within three are snipers. */
function comeEarly(write: Writer, strangers: readonly string[]): string[] {
  const sniping: string[] = []
  let after = 0
  for (const wallet of strangers) {
    if (write.random.next() < 0.6) {
      write.blocks(1)
      after++
    }
    write.actions.push({ do: 'gap', transactions: write.random.whole(3, 60) })
    if (after === 0) continue
    write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.1, 0.9), tip: write.random.next() < 0.4 })
    if (after <= 3) sniping.push(wallet)
  }
  return sniping
}

function meet(write: Writer, wallet: string, fate: Fate): void {
  write.wait(write.random.between(60, HOUR))
  if (fate === 'sold_fully') write.sell(wallet, 1)
  if (fate === 'sold_partially') write.sell(wallet, write.random.between(0.02, 0.95))
  if (fate === 'bought_more') write.buy(wallet, odd(write.random, 0.5, 1))
}

const buyBehind =
  (tip: (i: number) => boolean = () => false) =>
  (write: Writer, wallets: readonly string[]): void =>
    wallets.forEach((wallet, i) => void write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.2, 1.5), tip: tip(i) }))

export const fundFromExchanges = (write: Writer, wallets: readonly string[]): void => {
  for (const wallet of wallets) {
    write.fromExchange(wallet, odd(write.random, 2, 6))
    write.wait(write.random.between(HOUR, DAY))
  }
}

export const fundFrom =
  (payer: string) =>
  (write: Writer, wallets: readonly string[]): void => {
    for (const wallet of wallets) {
      write.pay(payer, wallet, odd(write.random, 2, 4))
      write.wait(write.random.between(60, HOUR))
    }
  }

export const LAUNCHES: readonly Scenario[] = [
  launch('the creator funds buyers right behind its own transaction', 'catch', 2, 4, {
    before: fundFrom(MAKER),
    behind: buyBehind(),
    cast: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, hands: [[MAKER, ...wallets]] }),
  }),
  launch('one funder, another than the creator, behind buyers in the first block', 'catch', 3, 8, {
    before: (write, wallets) => {
      write.fromExchange('boss', 90)
      fundFrom('boss')(write, wallets)
    },
    behind: (write, wallets) => {
      for (const wallet of wallets) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(0, 9) })
        write.buy(wallet, odd(write.random, 0.2, 1.5))
      }
    },
    cast: (wallets) => ({ sniping: wallets, bundlers: wallets, hands: [wallets] }),
  }),
  launch('a bundle behind the creation, one tip, coin from exchanges', 'catch', 2, 4, {
    before: fundFromExchanges,
    behind: buyBehind((i) => i === 0),
    cast: (wallets) => ({ sniping: wallets, bundlers: wallets }),
  }),
  launch('several wallets in one transaction', 'catch', 2, 6, {
    before: fundFromExchanges,
    later: (write, wallets) =>
      wallets.forEach((wallet, i) => {
        write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.2, 0.9), signer: wallets[0] ?? '', joined: i > 0 })
      }),
    cast: (wallets) => ({ bundlers: wallets, hands: [wallets] }),
  }),
  launch('equal odd amounts from one funder, days later', 'catch', 3, 7, {
    later: (write, wallets) => {
      write.fromExchange('boss', 90)
      fundFrom('boss')(write, wallets)
      const coins = odd(write.random, 0.2, 0.9)
      write.blocks(1)
      for (const wallet of wallets) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(0, 9) })
        write.buy(wallet, coins)
      }
    },
    cast: (wallets) => ({ bundlers: wallets, hands: [wallets] }),
  }),
  launch('friends of the creator: given tokens, started, reached through others', 'catch', 5, 5, {
    before: (write, [, started = '', reached = '', backer = '']) => {
      write.fromExchange(backer, 40)
      write.wait(DAY)
      write.pay(backer, MAKER, 20)
      write.wait(DAY)
      write.pay(MAKER, started, odd(write.random, 2, 4))
      write.pay(MAKER, 'go-between', 3)
      write.wait(HOUR)
      write.pay('go-between', reached, 2.95)
    },
    later: (write, [given = '', started = '', reached = '', backer = '', payer = '']) => {
      write.actions.push({ do: 'send', from: MAKER, to: given, tokens: odd(write.random, 1_000_000, 9_000_000) })
      write.fromExchange(payer, 3)
      for (const wallet of [started, reached, backer, payer]) {
        write.wait(write.random.between(DAY, 3 * DAY))
        write.buy(wallet, odd(write.random, 0.5, 1))
      }
      write.sell(payer, 0.5)
      write.wait(600)
      write.pay(payer, MAKER, 2)
    },
    // The backer and the one who pays the creator are people of their own.
    cast: (wallets) => ({ insiders: wallets, hands: [[MAKER, ...wallets.slice(0, 3)]] }),
  }),
  launch('bought in the creating transaction', 'catch', 1, 2, {
    before: fundFromExchanges,
    behind: (write, wallets) => {
      for (const wallet of wallets) write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.5, 2), signer: MAKER, joined: true })
    },
    cast: (wallets) => ({
      sniping: wallets,
      bundlers: wallets.length > 1 ? wallets : [],
      insiders: wallets,
      hands: [[MAKER, ...wallets]],
    }),
  }),
]

export const LAUNCH_TRAPS: readonly Scenario[] = [
  launch('a busy launch: strangers crowd the first block', 'trap', 20, 35, {
    before: fundFromExchanges,
    behind: (write, wallets) => {
      write.actions.push({ do: 'gap', transactions: write.random.whole(2, 20) })
      for (const wallet of wallets) {
        if (write.random.next() < 0.3) write.actions.push({ do: 'gap', transactions: write.random.whole(1, 5) })
        write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.1, 2), tip: write.random.next() < 0.6 })
      }
    },
    cast: (wallets) => ({ sniping: wallets }),
  }),
  launch('followers of one trader at the launch, preset amounts', 'trap', 6, 14, {
    before: fundFromExchanges,
    behind: (write, wallets) => {
      for (const wallet of wallets) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(2, 9) })
        write.buy(wallet, 0.5)
      }
    },
    cast: (wallets) => ({ sniping: wallets }),
  }),
  launch('a sandwich bot in the first block', 'trap', 4, 8, {
    before: (write, wallets) => fundFromExchanges(write, [...wallets, 'sandwich bot']),
    behind: (write, wallets) => {
      for (const wallet of wallets) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(3, 9) })
        write.buy('sandwich bot', 2)
        write.buy(wallet, odd(write.random, 0.3, 0.9))
        write.sell('sandwich bot', 1)
      }
    },
    cast: (wallets) => ({ sniping: wallets }),
  }),
]

export const LAUNCH_ADVERSARIES: readonly Scenario[] = [
  launch('a bundle spread over blocks, every wallet from an exchange', 'adversary', 4, 8, {
    before: fundFromExchanges,
    behind: (write, wallets) => {
      for (const wallet of wallets) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(5, 40) })
        write.buy(wallet, odd(write.random, 0.2, 1.5))
      }
    },
    cast: (wallets) => ({ sniping: wallets, bundlers: wallets, hands: [wallets] }),
  }),
]
