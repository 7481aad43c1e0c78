import { buyAll, each, ring } from './cluster-scenarios.ts'
import { fundFrom, fundFromExchanges, launch, MAKER } from './launch-scenarios.ts'
import type { Scenario } from './script.ts'
import { buyLater, fundAll, trap } from './trap-scenarios.ts'
import { DAY, HOUR, odd, type Writer } from './writer.ts'

/** What somebody does to strangers so that they look like one hand's, or what a service that no list knows does to its customers. */

export const DECOY_TRAPS: readonly Scenario[] = [
  trap('gifts that nobody asked for, small beside what each holds', (write, people) => {
    fundAll(write, people)
    buyLater(write, people)
    // Each gift is a good part of what the giver has, and each giver shares receivers with the next.
    for (let i = 0; i < people.length; i += 6) {
      const giver = `giver ${i}`
      write.wait(DAY)
      write.fromExchange(giver, 2)
      write.buy(giver, 0.035)
      for (const person of people.slice(i, i + 8)) write.send(giver, person, odd(write.random, 7_000, 7_500))
    }
  }),
  trap('a presale by hand', (write, people) => {
    fundAll(write, people)
    write.fromExchange('seller', 90)
    write.buy('seller', 60)
    const paid = people.map((person) => ({ person, coins: odd(write.random, 0.2, 0.8) }))
    for (const { person, coins } of paid) {
      write.wait(write.random.between(HOUR, 5 * HOUR))
      write.pay(person, 'seller', coins)
    }
    write.wait(3 * DAY)
    for (const { person, coins } of paid) {
      write.wait(60)
      write.send('seller', person, Math.floor(coins * 1_500_000))
    }
  }),
  trap('a wallet gives tokens to hundreds, some each day', (write, people) => {
    fundAll(write, people)
    write.wait(30 * DAY)
    buyLater(write, people)
    write.fromExchange('generous', 90)
    write.buy('generous', 60)
    for (const person of [...people, ...write.people('receiver', 455)]) {
      write.wait(write.random.between(1200, 2400))
      write.send('generous', person, 150_000)
    }
  }),
  trap('a till that pays everybody the same', (write, people) => {
    for (const person of [...people, ...write.people('customer', 80)]) {
      write.wait(write.random.between(60, 900))
      write.pay('till', person, 1)
    }
    buyLater(write, people)
  }),
  trap('a mixer that no list knows', (write, people) => {
    write.contracts.push('mixer')
    for (const person of people) {
      write.fromExchange(`old wallet of ${person}`, 3)
      write.wait(write.random.between(600, 5 * HOUR))
      write.pay(`old wallet of ${person}`, 'mixer', 1)
    }
    for (const person of people) {
      write.wait(write.random.between(600, 5 * HOUR))
      write.pay('mixer', person, 0.99)
    }
    buyLater(write, people)
  }),
  trap('deposit addresses of an exchange, each topped up and swept', (write, people) => sweepDeposits(write, people, 'exchange one')),
  trap('deposit addresses of an exchange that no list knows', (write, people) => sweepDeposits(write, people, 'hot wallet')),
  trap('a cash desk that no list knows takes coin from many', (write, people) => {
    fundAll(write, people)
    buyLater(write, people)
    for (const person of people) {
      write.wait(write.random.between(600, 2 * HOUR))
      write.sell(person, 0.5)
      write.pay(person, 'cash desk', 0.4)
    }
    for (const customer of write.people('customer', 80)) {
      write.wait(write.random.between(600, 2 * HOUR))
      write.pay(customer, 'cash desk', odd(write.random, 0.01, 50))
    }
  }),
  launch('dust of coin to strangers the day before the launch', 'trap', 6, 14, {
    before: (write, wallets) => {
      fundFromExchanges(write, wallets)
      write.wait(20 * DAY)
      write.blocks(1)
      for (const wallet of wallets) write.pay('spammer', wallet, 0.000002)
      write.wait(HOUR)
    },
    behind: (write, wallets) => {
      for (const wallet of wallets) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(2, 20) })
        write.buy(wallet, odd(write.random, 0.1, 2))
      }
    },
    cast: (wallets) => ({ sniping: wallets }),
  }),
  launch('the creator sends dust to strangers', 'trap', 6, 14, {
    before: fundFromExchanges,
    later: (write, wallets) => {
      for (const wallet of wallets) {
        write.wait(HOUR)
        write.buy(wallet, odd(write.random, 0.1, 2))
      }
      for (const wallet of wallets) write.send(MAKER, wallet, 0.001)
    },
    cast: () => ({}),
  }),
  launch('a relayer that no list knows buys for strangers', 'trap', 18, 24, {
    before: fundFromExchanges,
    later: (write, wallets) => {
      write.fromExchange('relayer', 90)
      wallets.forEach((wallet, i) => {
        if (i % 3 === 0) write.wait(HOUR)
        write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.2, 0.9), signer: 'relayer', joined: i % 3 > 0 })
      })
    },
    cast: () => ({}),
  }),
]

/** Who makes himself look like a service, or like many strangers, at some cost. */
export const DECOY_ADVERSARIES: readonly Scenario[] = [
  launch('a creator who starts friends and gives a little to hundreds', 'adversary', 2, 4, {
    before: fundFrom(MAKER),
    later: (write, wallets) => {
      for (const wallet of wallets) write.buy(wallet, odd(write.random, 0.2, 1.5))
      for (const receiver of write.people('receiver', 150)) {
        write.wait(20)
        write.send(MAKER, receiver, 20_000)
      }
    },
    cast: (wallets) => ({ insiders: wallets, hands: [[MAKER, ...wallets]] }),
  }),
  ring(
    'a funder who first pays a hundred strangers a little',
    (write, wallets) => {
      write.fromExchange('boss', 90)
      for (const stranger of write.people('decoy', 110)) {
        write.wait(60)
        write.pay('boss', stranger, 0.001)
      }
      each(write, wallets, 900, (wallet) => write.pay('boss', wallet, odd(write.random, 1, 3)))
      buyAll(write, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'a funder who hides supply in new wallets, all in one day',
    (write, wallets) => {
      write.fromExchange('boss', 90)
      write.buy('boss', 60)
      for (const wallet of [...wallets, ...write.people('bystander', 120)]) {
        write.wait(60)
        write.send('boss', wallet, 400_000)
      }
    },
    { purpose: 'adversary' },
  ),
  ring(
    'a victim’s wallets and strangers, all given a good part of what they hold',
    (write, wallets) => {
      const strangers = write.people('target', wallets.length)
      fundAll(write, strangers)
      buyLater(write, strangers)
      each(write, wallets, 900, (wallet) => write.pay('boss', wallet, odd(write.random, 1, 3)))
      buyAll(write, wallets)
      write.fromExchange('enemy', 30)
      write.buy('enemy', 10)
      each(write, [...wallets, ...strangers], 900, (wallet) => write.send('enemy', wallet, 200_000))
    },
    { purpose: 'adversary' },
  ),
]

/** Each sends what it bought to a deposit address of its own, which is given gas and emptied into one wallet. */
function sweepDeposits(write: Writer, people: readonly string[], into: string): void {
  fundAll(write, people)
  buyLater(write, people)
  write.wait(2 * DAY)
  for (const person of people) {
    write.wait(write.random.between(600, HOUR))
    write.send(person, `deposit of ${person}`, 100_000)
    write.pay('gas supplier', `deposit of ${person}`, 0.002)
    write.wait(write.random.between(600, 5 * HOUR))
    write.send(`deposit of ${person}`, into, 100_000)
  }
}
