import type { Scenario } from './script.ts'
import { crowd, DAY, HOUR, odd, oldToken, writer, type Writer } from './writer.ts'

/** Wallets of one hand, each tied in one way, among strangers. */

type Tie = (write: Writer, wallets: readonly string[]) => void

/** @param funders those of the hand besides the ring's wallets */
export function ring(
  name: string,
  tie: Tie,
  { purpose = 'catch', funders = [] }: { purpose?: Scenario['purpose']; funders?: readonly string[] } = {},
): Scenario {
  return {
    name,
    purpose,
    write(random) {
      const write = writer(random)
      oldToken(write)
      crowd(write, random.whole(8, 20))
      const wallets = write.people('ring', random.whole(3, 12))
      tie(write, wallets)
      crowd(write, random.whole(8, 20), 'late stranger')
      return write.done({ hands: [[...wallets, ...funders]] })
    },
  }
}

export const each = (write: Writer, wallets: readonly string[], pause: number, act: (wallet: string, i: number) => void): void =>
  wallets.forEach((wallet, i) => {
    write.wait(write.random.between(pause / 2, pause))
    act(wallet, i)
  })

export const buyAll = (write: Writer, wallets: readonly string[], pause = 2 * HOUR): void =>
  each(write, wallets, pause, (wallet) => write.buy(wallet, odd(write.random, 0.3, 0.9)))

export const CLUSTER_CATCHES: readonly Scenario[] = [
  ring('star: one wallet starts all', (write, wallets) => {
    each(write, wallets, 900, (wallet) => write.pay('boss', wallet, odd(write.random, 1, 3)))
    buyAll(write, wallets)
  }),
  ring('chain: each starts the next', (write, wallets) => {
    write.fromExchange(wallets[0] ?? '', 90)
    each(write, wallets.slice(1), 3 * HOUR, (wallet, i) => write.pay(wallets[i] ?? '', wallet, 80 - 6 * i))
    buyAll(write, wallets)
  }),
  ring('split through pass-through wallets', (write, wallets) => {
    write.fromExchange('boss', 200)
    each(write, wallets, HOUR, (wallet, i) => {
      const coins = odd(write.random, 2, 4)
      write.pay('boss', `mule ${i}`, coins)
      write.wait(write.random.between(300, 5 * HOUR))
      write.pay(`mule ${i}`, wallet, coins * write.random.between(0.95, 0.999))
    })
    buyAll(write, wallets)
  }),
  ring('delayed: started within a week, bought a month later', (write, wallets) => {
    each(write, wallets, (5 * DAY) / wallets.length, (wallet) => write.pay('boss', wallet, odd(write.random, 1, 3)))
    write.wait(30 * DAY)
    buyAll(write, wallets, DAY)
  }),
  ring('split amounts: several payments of all sizes', (write, wallets) => {
    for (let round = 0; round < 3; round++) each(write, wallets, 1200, (wallet) => write.pay('boss', wallet, odd(write.random, 0.05, 2)))
    buyAll(write, wallets)
  }),
  ring('paid in one transaction when new', (write, wallets) => {
    wallets.forEach((wallet, i) => write.actions.push({ do: 'pay', from: 'boss', to: wallet, coins: odd(write.random, 1, 3), joined: i > 0 }))
    buyAll(write, wallets)
  }),
  ring(
    'old wallets, their first buy paid for',
    (write, wallets) => {
      for (const wallet of wallets) write.fromExchange(wallet, 0.01)
      write.wait(200 * DAY)
      write.fromExchange('boss', 90)
      write.buy('boss', 0.5)
      each(write, wallets, HOUR, (wallet) => {
        write.pay('boss', wallet, odd(write.random, 0.9, 1.2))
        write.wait(write.random.between(60, HOUR))
        write.buy(wallet, odd(write.random, 0.5, 0.8))
      })
    },
    { funders: ['boss'] },
  ),
  ring('tokens passed on', (write, wallets) => {
    const [first = '', ...others] = wallets
    for (const wallet of wallets) write.fromExchange(wallet, odd(write.random, 1, 4))
    write.buy(first, odd(write.random, 3, 6))
    each(write, others, 2 * HOUR, (wallet) => write.send(first, wallet, odd(write.random, 200_000, 400_000)))
  }),
  ring('one exchange deposit address', (write, wallets) => {
    for (const wallet of wallets) {
      write.wait(2 * DAY)
      write.fromExchange(wallet, odd(write.random, 2, 5))
      write.wait(HOUR)
      write.buy(wallet, odd(write.random, 0.4, 0.9))
    }
    each(write, wallets, 5 * HOUR, (wallet) => {
      const coins = odd(write.random, 0.5, 1)
      write.pay(wallet, 'deposit address', coins)
      write.wait(write.random.between(60, 6 * HOUR))
      write.pay('deposit address', 'exchange one', coins)
    })
  }),
  ring('proceeds swept into one wallet', (write, wallets) => {
    for (const wallet of wallets) {
      write.wait(2 * DAY)
      write.fromExchange(wallet, odd(write.random, 2, 5))
      write.wait(HOUR)
      write.buy(wallet, odd(write.random, 0.6, 0.9))
    }
    each(write, wallets, 3 * HOUR, (wallet) => {
      write.sell(wallet, 0.5)
      write.wait(600)
      write.pay(wallet, 'sink', 1)
    })
  }),
  ring('bought in one transaction', (write, wallets) => {
    for (const wallet of wallets) write.fromExchange(wallet, odd(write.random, 1, 3))
    wallets.forEach((wallet, i) =>
      write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.3, 0.9), signer: wallets[0] ?? '', joined: i > 0 }),
    )
  }),
  {
    name: 'one wallet pays hundreds equal amounts, and they buy',
    purpose: 'catch',
    write(random) {
      const write = writer(random)
      oldToken(write)
      crowd(write, 10)
      const wallets = write.people('ring', random.whole(120, 300))
      for (const wallet of wallets) {
        write.wait(random.between(5, 60))
        write.pay('boss', wallet, 1)
      }
      for (const wallet of wallets) {
        write.wait(random.between(10, 300))
        write.buy(wallet, odd(random, 0.5, 0.9))
      }
      return write.done({ hands: [wallets] })
    },
  },
]

export const CLUSTER_ADVERSARIES: readonly Scenario[] = [
  ring(
    'funded over a month',
    (write, wallets) => {
      each(write, wallets, 9 * DAY, (wallet) => write.pay('boss', wallet, odd(write.random, 1, 3)))
      buyAll(write, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'three pass-through wallets in a row',
    (write, wallets) => {
      write.fromExchange('boss', 200)
      each(write, wallets, HOUR, (wallet, i) => {
        const way = ['boss', `mule ${i} a`, `mule ${i} b`, `mule ${i} c`, wallet]
        way.slice(1).forEach((to, hop) => {
          write.pay(way[hop] ?? '', to, 3 - hop * 0.02)
          write.wait(600)
        })
      })
      buyAll(write, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'each funded from an exchange',
    (write, wallets) => {
      each(write, wallets, HOUR, (wallet) => write.fromExchange(wallet, odd(write.random, 1, 3)))
      buyAll(write, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'half decoys: one funder for the ring and for strangers who buy too',
    (write, wallets) => {
      const decoys = write.people('decoy', wallets.length)
      each(write, [...wallets, ...decoys], 900, (wallet) => write.pay('boss', wallet, odd(write.random, 1, 3)))
      buyAll(write, [...wallets, ...decoys])
    },
    { purpose: 'adversary' },
  ),
]
