import { buyAll, forEachPaced, giveLittle, ring, startInOneHour } from './cluster-scenarios.ts'
import { fundFrom, fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Scenario } from './script.ts'
import { buyLater, fundAll, trap } from './trap-scenarios.ts'
import { DAY, HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Unrelated wallets made to look like one owner's, by an attacker or by a service without a label. */

export const DECOY_TRAPS: readonly Scenario[] = [
  trap('gifts that nobody asked for, small beside what each holds', (script, people) => {
    fundAll(script, people)
    buyLater(script, people)
    // Each gift is a large part of the giver's balance, and neighbouring givers share receivers.
    for (let i = 0; i < people.length; i += 6) {
      const giver = `giver ${i}`
      script.wait(DAY)
      script.payFromExchange(giver, 2)
      script.buy(giver, 0.035)
      for (const person of people.slice(i, i + 8)) script.send(giver, person, oddAmount(script.random, 7_000, 7_500))
    }
  }),
  trap('a small giveaway to wallets of all ages', (script, people) => {
    fundAll(script, people)
    script.payFromExchange('host', 9)
    script.wait(DAY)
    giveLittle(script, 'host', people)
  }),
  trap('an exchange opens withdrawals, and one of all who start gives some of the others a little', (script, people) => {
    for (const person of ['host', ...people, ...script.people('customer', 20)]) {
      script.wait(script.random.between(10, 60))
      script.payFromExchange(person, oddAmount(script.random, 2, 5))
    }
    buyLater(script, script.people('customer', 20))
    giveLittle(script, 'host', people)
  }),
  trap('a teacher gives a little to a class that starts in one lesson', (script, people) => {
    script.payFromExchange('teacher', 9)
    script.wait(DAY)
    startInOneHour(script, people)
    giveLittle(script, 'teacher', people)
  }),
  trap('a presale by hand', (script, people) => {
    fundAll(script, people)
    script.payFromExchange('seller', 90)
    script.buy('seller', 60)
    const paid = people.map((person) => ({ person, coins: oddAmount(script.random, 0.2, 0.8) }))
    for (const { person, coins } of paid) {
      script.wait(script.random.between(HOUR, 5 * HOUR))
      script.pay(person, 'seller', coins)
    }
    script.wait(3 * DAY)
    for (const { person, coins } of paid) {
      script.wait(60)
      script.send('seller', person, Math.floor(coins * 1_500_000))
    }
  }),
  trap('a wallet gives tokens to hundreds, some each day', (script, people) => {
    fundAll(script, people)
    script.wait(30 * DAY)
    buyLater(script, people)
    script.payFromExchange('generous', 90)
    script.buy('generous', 60)
    for (const person of [...people, ...script.people('receiver', 455)]) {
      script.wait(script.random.between(1200, 2400))
      script.send('generous', person, 150_000)
    }
  }),
  trap('a till that pays everybody the same', (script, people) => {
    for (const person of [...people, ...script.people('customer', 80)]) {
      script.wait(script.random.between(60, 900))
      script.pay('till', person, 1)
    }
    buyLater(script, people)
  }),
  trap('a mixer that no list knows', (script, people) => {
    script.contracts.push('mixer')
    for (const person of people) {
      script.payFromExchange(`old wallet of ${person}`, 3)
      script.wait(script.random.between(600, 5 * HOUR))
      script.pay(`old wallet of ${person}`, 'mixer', 1)
    }
    for (const person of people) {
      script.wait(script.random.between(600, 5 * HOUR))
      script.pay('mixer', person, 0.99)
    }
    buyLater(script, people)
  }),
  trap('deposit addresses of an exchange, each topped up and swept', (script, people) => sweepDeposits(script, people, 'exchange one')),
  trap('deposit addresses of an exchange that no list knows', (script, people) => sweepDeposits(script, people, 'hot wallet')),
  trap('a cash desk that no list knows takes coin from many', (script, people) => {
    fundAll(script, people)
    buyLater(script, people)
    for (const person of people) {
      script.wait(script.random.between(600, 2 * HOUR))
      script.sell(person, 0.5)
      script.pay(person, 'cash desk', 0.4)
    }
    for (const customer of script.people('customer', 80)) {
      script.wait(script.random.between(600, 2 * HOUR))
      script.pay(customer, 'cash desk', oddAmount(script.random, 0.01, 50))
    }
  }),
  launch('dust of coin to strangers the day before the launch', 'trap', 6, 14, {
    before: (script, wallets) => {
      fundFromExchanges(script, wallets)
      script.wait(20 * DAY)
      script.blocks(1)
      for (const wallet of wallets) script.pay('spammer', wallet, 0.000002)
      script.wait(HOUR)
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 20) })
        script.buy(wallet, oddAmount(script.random, 0.1, 2))
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('the creator sends dust to strangers', 'trap', 6, 14, {
    before: fundFromExchanges,
    later: (script, wallets) => {
      for (const wallet of wallets) {
        script.wait(HOUR)
        script.buy(wallet, oddAmount(script.random, 0.1, 2))
      }
      for (const wallet of wallets) script.send(MAKER, wallet, 0.001)
    },
    roles: () => ({}),
  }),
  launch('a relayer that no list knows buys for strangers', 'trap', 18, 24, {
    before: fundFromExchanges,
    later: (script, wallets) => {
      script.payFromExchange('relayer', 90)
      wallets.forEach((wallet, i) => {
        if (i % 3 === 0) script.wait(HOUR)
        script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.2, 0.9), signer: 'relayer', sameTransaction: i % 3 > 0 })
      })
    },
    roles: () => ({}),
  }),
]

/** Owners who pay to look like a service or like many strangers. */
export const DECOY_ADVERSARIES: readonly Scenario[] = [
  {
    ...trap('a teacher whose wallet is as new as those of the class gives each student a little', (script, people) => {
      startInOneHour(script, ['teacher', ...people])
      giveLittle(script, 'teacher', people)
    }),
    purpose: 'adversary',
  },
  launch('a creator who starts friends and gives a little to hundreds', 'adversary', 2, 4, {
    before: fundFrom(MAKER),
    later: (script, wallets) => {
      for (const wallet of wallets) script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      for (const receiver of script.people('receiver', 150)) {
        script.wait(20)
        script.send(MAKER, receiver, 20_000)
      }
    },
    roles: (wallets) => ({ insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  ring(
    'a funder who first pays a hundred strangers a little',
    (script, wallets) => {
      script.payFromExchange('boss', 90)
      for (const stranger of script.people('decoy', 110)) {
        script.wait(60)
        script.pay('boss', stranger, 0.001)
      }
      forEachPaced(script, wallets, 900, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 1, 3)))
      buyAll(script, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'a funder who hides supply in new wallets, all in one day',
    (script, wallets) => {
      script.payFromExchange('boss', 90)
      script.buy('boss', 60)
      for (const wallet of [...wallets, ...script.people('bystander', 120)]) {
        script.wait(60)
        script.send('boss', wallet, 400_000)
      }
    },
    { purpose: 'adversary' },
  ),
  ring(
    'a victim’s wallets and strangers, all given a good part of what they hold',
    (script, wallets) => {
      const strangers = script.people('target', wallets.length)
      fundAll(script, strangers)
      buyLater(script, strangers)
      forEachPaced(script, wallets, 900, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 1, 3)))
      buyAll(script, wallets)
      script.payFromExchange('enemy', 30)
      script.buy('enemy', 10)
      forEachPaced(script, [...wallets, ...strangers], 900, (wallet) => script.send('enemy', wallet, 200_000))
    },
    { purpose: 'adversary' },
  ),
]

/** Each person sends tokens to its own deposit address, which receives gas and is swept into one wallet. */
function sweepDeposits(script: ScriptBuilder, people: readonly string[], into: string): void {
  fundAll(script, people)
  buyLater(script, people)
  script.wait(2 * DAY)
  for (const person of people) {
    script.wait(script.random.between(600, HOUR))
    script.send(person, `deposit of ${person}`, 100_000)
    script.pay('gas supplier', `deposit of ${person}`, 0.002)
    script.wait(script.random.between(600, 5 * HOUR))
    script.send(`deposit of ${person}`, into, 100_000)
  }
}
