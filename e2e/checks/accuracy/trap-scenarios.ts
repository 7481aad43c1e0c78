import type { Scenario } from './script.ts'
import { crowd, DAY, HOUR, odd, oldToken, writer, type Writer } from './writer.ts'

/** Strangers that a careless look takes for one hand. Nobody may be joined. */

/** Dollars that a coin is worth where somebody is paid in them. */
const COIN_PRICE = 2_500

export function trap(name: string, tell: (write: Writer, people: readonly string[]) => void, coinPrice?: number): Scenario {
  return {
    name,
    purpose: 'trap',
    write(random) {
      const write = writer(random)
      oldToken(write)
      crowd(write, random.whole(6, 12))
      tell(write, write.people('person', random.whole(25, 45)))
      crowd(write, random.whole(6, 12), 'late stranger')
      return write.done({}, coinPrice)
    },
  }
}

/** Everybody with coin of their own, at times far apart. */
export function fundAll(write: Writer, people: readonly string[]): void {
  for (const person of people) {
    write.wait(write.random.between(HOUR, 9 * HOUR))
    write.fromExchange(person, odd(write.random, 1, 5))
  }
}

export const buyLater = (write: Writer, people: readonly string[]): void => {
  for (const person of people) {
    write.wait(write.random.between(600, 4 * HOUR))
    write.buy(person, odd(write.random, 0.2, 0.9))
  }
}

export const TRAPS: readonly Scenario[] = [
  trap('exchange withdrawals within one minute', (write, people) => {
    for (const person of people) {
      write.wait(1)
      write.pay('exchange one', person, odd(write.random, 1, 3))
    }
    buyLater(write, people)
  }),
  trap('an exchange that no list knows', (write, people) => {
    const all = [...people, ...write.people('customer', 80)]
    for (const person of all) {
      write.wait(write.random.between(60, 900))
      write.pay('hot wallet', person, odd(write.random, 0.01, 50))
    }
    buyLater(write, people)
  }),
  trap('a market maker fills many orders', (write, people) => {
    write.services.push('maker desk')
    fundAll(write, people)
    write.fromExchange('maker desk', 500)
    write.buy('maker desk', 60)
    for (const person of people) {
      write.wait(write.random.between(60, 3600))
      write.send('maker desk', person, odd(write.random, 300_000, 900_000))
      write.actions.push({ do: 'pay', from: person, to: 'maker desk', coins: odd(write.random, 0.2, 0.5), joined: true })
    }
  }),
  trap('one bundled user operation buys for ten', (write, people) => {
    write.services.push('user operation bundler')
    fundAll(write, people)
    for (let i = 0; i < people.length; i += 10)
      people.slice(i, i + 10).forEach((wallet, k) => {
        write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.2, 0.9), signer: 'user operation bundler', joined: k > 0 })
      })
  }),
  trap('a sponsor pays for many senders', (write, people) => {
    write.services.push('gas sponsor')
    for (const person of people) {
      write.wait(write.random.between(60, 600))
      write.pay('gas sponsor', person, 0.01)
    }
    fundAll(write, people)
    buyLater(write, people)
  }),
  trap('a keeper executes standing orders', (write, people) => {
    write.services.push('order keeper')
    fundAll(write, people)
    for (let round = 0; round < 3; round++)
      for (const wallet of people) {
        write.wait(write.random.between(600, 3600))
        write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.1, 0.3), signer: 'order keeper' })
      }
  }),
  trap('a keeper that no list knows', (write, people) => {
    fundAll(write, people)
    for (const wallet of people) {
      write.wait(write.random.between(600, 3600))
      write.actions.push({ do: 'buy', wallet, coins: odd(write.random, 0.1, 0.3), signer: 'unknown keeper' })
    }
  }),
  trap('wages paid in one transaction to wallets of old', (write, people) => {
    fundAll(write, people)
    write.wait(60 * DAY)
    people.forEach((person, i) => write.actions.push({ do: 'pay', from: 'employer', to: person, coins: odd(write.random, 1, 4), joined: i > 0 }))
    write.wait(3 * DAY)
    buyLater(write, people)
  }),
  trap('dust to hundreds', (write, people) => {
    fundAll(write, people)
    buyLater(write, people)
    write.fromExchange('spammer', 5)
    write.buy('spammer', 0.5)
    for (const person of [...people, ...write.people('inactive', 300)]) {
      write.wait(1)
      write.send('spammer', person, 0.001)
    }
  }),
  trap('a contract drops tokens on hundreds', (write, people) => {
    write.contracts.push('airdrop contract')
    fundAll(write, people)
    write.fromExchange('generous', 90)
    write.buy('generous', 60)
    write.send('generous', 'airdrop contract', 60_000_000)
    for (const person of [...people, ...write.people('receiver', 100)]) {
      write.wait(2)
      write.send('airdrop contract', person, 300_000)
    }
  }),
  trap('followers of one trader: same amount, same block', (write, people) => {
    fundAll(write, people)
    for (let i = 0; i < people.length; i += 6) {
      write.wait(5 * HOUR)
      for (const wallet of people.slice(i, i + 6)) {
        write.actions.push({ do: 'gap', transactions: write.random.whole(1, 9) })
        write.buy(wallet, 0.5)
      }
    }
  }),
  trap('a sandwich around each buy', (write, people) => {
    fundAll(write, [...people, 'sandwich bot'])
    for (const wallet of people) {
      write.wait(write.random.between(600, HOUR))
      write.buy('sandwich bot', 2)
      write.buy(wallet, odd(write.random, 0.3, 0.9))
      write.sell('sandwich bot', 1)
    }
  }),
  trap('sold to a stranger directly', (write, people) => {
    fundAll(write, people)
    for (let i = 0; i + 1 < people.length; i += 2) {
      const [seller = '', buyer = ''] = people.slice(i, i + 2)
      write.wait(HOUR)
      write.buy(seller, 0.5)
      write.wait(2 * DAY)
      write.send(seller, buyer, 900_000)
      write.wait(300)
      write.pay(buyer, seller, 0.46)
    }
  }),
  trap(
    'sold to a stranger for dollar coins',
    (write, people) => {
      fundAll(write, people)
      for (let i = 0; i + 1 < people.length; i += 2) {
        const [seller = '', buyer = ''] = people.slice(i, i + 2)
        write.wait(HOUR)
        write.buy(seller, 0.5)
        write.wait(2 * DAY)
        write.send(seller, buyer, 900_000)
        write.wait(300)
        write.payDollars(buyer, seller, 0.46 * COIN_PRICE)
      }
    },
    COIN_PRICE,
  ),
]
