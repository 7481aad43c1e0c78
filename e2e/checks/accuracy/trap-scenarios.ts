import type { Scenario } from './script.ts'
import { addStrangers, DAY, HOUR, oddAmount, createOldToken, createScriptBuilder, type ScriptBuilder } from './script-builder.ts'

/** Strangers who resemble one owner. No wallets may be joined. */

/** US dollars per coin. */
const COIN_PRICE = 2_500

export function trap(name: string, act: (script: ScriptBuilder, people: readonly string[]) => void, coinPrice?: number): Scenario {
  return {
    name,
    purpose: 'trap',
    build(random) {
      const script = createScriptBuilder(random)
      createOldToken(script)
      addStrangers(script, random.whole(6, 12))
      act(script, script.people('person', random.whole(25, 45)))
      addStrangers(script, random.whole(6, 12), 'late stranger')
      return script.finish({}, { coinPrice })
    },
  }
}

/** Funds each wallet from an exchange, at distant times. */
export function fundAll(script: ScriptBuilder, people: readonly string[]): void {
  for (const person of people) {
    script.wait(script.random.between(HOUR, 9 * HOUR))
    script.payFromExchange(person, oddAmount(script.random, 1, 5))
  }
}

export const buyLater = (script: ScriptBuilder, people: readonly string[]): void => {
  for (const person of people) {
    script.wait(script.random.between(600, 4 * HOUR))
    script.buy(person, oddAmount(script.random, 0.2, 0.9))
  }
}

export const TRAPS: readonly Scenario[] = [
  trap('exchange withdrawals within one minute', (script, people) => {
    for (const person of people) {
      script.wait(1)
      script.pay('exchange one', person, oddAmount(script.random, 1, 3))
    }
    buyLater(script, people)
  }),
  trap('an exchange that no list knows', (script, people) => {
    const all = [...people, ...script.people('customer', 80)]
    for (const person of all) {
      script.wait(script.random.between(60, 900))
      script.pay('hot wallet', person, oddAmount(script.random, 0.01, 50))
    }
    buyLater(script, people)
  }),
  trap('a market maker fills many orders', (script, people) => {
    script.services.push('maker desk')
    fundAll(script, people)
    script.payFromExchange('maker desk', 500)
    script.buy('maker desk', 60)
    for (const person of people) {
      script.wait(script.random.between(60, 3600))
      script.send('maker desk', person, oddAmount(script.random, 300_000, 900_000))
      script.actions.push({ do: 'pay', from: person, to: 'maker desk', coins: oddAmount(script.random, 0.2, 0.5), sameTransaction: true })
    }
  }),
  trap('one bundled user operation buys for ten', (script, people) => {
    script.services.push('user operation bundler')
    fundAll(script, people)
    for (let i = 0; i < people.length; i += 10)
      people.slice(i, i + 10).forEach((wallet, k) => {
        script.actions.push({
          do: 'buy',
          wallet,
          coins: oddAmount(script.random, 0.2, 0.9),
          signer: 'user operation bundler',
          sameTransaction: k > 0,
        })
      })
  }),
  trap('a sponsor pays for many senders', (script, people) => {
    script.services.push('gas sponsor')
    for (const person of people) {
      script.wait(script.random.between(60, 600))
      script.pay('gas sponsor', person, 0.01)
    }
    fundAll(script, people)
    buyLater(script, people)
  }),
  trap('a keeper executes standing orders', (script, people) => {
    script.services.push('order keeper')
    fundAll(script, people)
    for (let round = 0; round < 3; round++)
      for (const wallet of people) {
        script.wait(script.random.between(600, 3600))
        script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.1, 0.3), signer: 'order keeper' })
      }
  }),
  trap('a keeper that no list knows', (script, people) => {
    fundAll(script, people)
    for (const wallet of people) {
      script.wait(script.random.between(600, 3600))
      script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.1, 0.3), signer: 'unknown keeper' })
    }
  }),
  trap('wages paid in one transaction to wallets of old', (script, people) => {
    fundAll(script, people)
    script.wait(60 * DAY)
    people.forEach((person, i) =>
      script.actions.push({ do: 'pay', from: 'employer', to: person, coins: oddAmount(script.random, 1, 4), sameTransaction: i > 0 }),
    )
    script.wait(3 * DAY)
    buyLater(script, people)
  }),
  trap('wages that others pass on in part to a new wallet each', (script, people) => {
    script.payFromExchange('employer', 90)
    const workers = people.map((_, i) => `worker ${i}`)
    fundAll(script, workers)
    people.forEach((person, i) => {
      script.wait(script.random.between(HOUR, 5 * HOUR))
      script.pay('employer', workers[i] ?? '', 3)
      script.wait(script.random.between(HOUR, 3 * DAY))
      script.pay(workers[i] ?? '', person, oddAmount(script.random, 1.6, 2.4))
    })
    buyLater(script, people)
  }),
  trap('dust to hundreds', (script, people) => {
    fundAll(script, people)
    buyLater(script, people)
    script.payFromExchange('spammer', 5)
    script.buy('spammer', 0.5)
    for (const person of [...people, ...script.people('inactive', 300)]) {
      script.wait(1)
      script.send('spammer', person, 0.001)
    }
  }),
  trap('a contract drops tokens on hundreds', (script, people) => {
    script.contracts.push('airdrop contract')
    fundAll(script, people)
    script.payFromExchange('generous', 90)
    script.buy('generous', 60)
    script.send('generous', 'airdrop contract', 60_000_000)
    for (const person of [...people, ...script.people('receiver', 100)]) {
      script.wait(2)
      script.send('airdrop contract', person, 300_000)
    }
  }),
  trap('followers of one trader: same amount, same block', (script, people) => {
    fundAll(script, people)
    for (let i = 0; i < people.length; i += 6) {
      script.wait(5 * HOUR)
      for (const wallet of people.slice(i, i + 6)) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(1, 9) })
        script.buy(wallet, 0.5)
      }
    }
  }),
  trap('a sandwich around each buy', (script, people) => {
    fundAll(script, [...people, 'sandwich bot'])
    for (const wallet of people) {
      script.wait(script.random.between(600, HOUR))
      script.buy('sandwich bot', 2)
      script.buy(wallet, oddAmount(script.random, 0.3, 0.9))
      script.sell('sandwich bot', 1)
    }
  }),
  trap('sold to a stranger directly', (script, people) => {
    fundAll(script, people)
    for (let i = 0; i + 1 < people.length; i += 2) {
      const [seller = '', buyer = ''] = people.slice(i, i + 2)
      script.wait(HOUR)
      script.buy(seller, 0.5)
      script.wait(2 * DAY)
      script.send(seller, buyer, 900_000)
      script.wait(300)
      script.pay(buyer, seller, 0.46)
    }
  }),
  trap(
    'sold to a stranger for dollar coins',
    (script, people) => {
      fundAll(script, people)
      for (let i = 0; i + 1 < people.length; i += 2) {
        const [seller = '', buyer = ''] = people.slice(i, i + 2)
        script.wait(HOUR)
        script.buy(seller, 0.5)
        script.wait(2 * DAY)
        script.send(seller, buyer, 900_000)
        script.wait(300)
        script.payDollars(buyer, seller, 0.46 * COIN_PRICE)
      }
    },
    COIN_PRICE,
  ),
]
