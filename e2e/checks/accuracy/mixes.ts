import type { Random, Scenario } from './script.ts'
import { DAY, HOUR, writer, type Writer } from './writer.ts'

/**
 * Several owners, strangers, exchanges, an airdrop and bots in one token, with numbers from wide ranges: an independent look at
 * rules that were written with the plain scenarios in sight. What is drawn may make an owner hard to see; nothing is drawn again.
 */

/** Between two numbers, each order of magnitude as likely as the next. */
const wide = (random: Random, least: number, most: number): number => least * (most / least) ** random.next()
const coins = (random: Random, least: number, most: number): number => Math.round(wide(random, least, most) * 1e6) / 1e6
const oneOf = <T>(random: Random, items: readonly [T, ...T[]]): T => items[random.whole(0, items.length - 1)] ?? items[0]
const buys = (write: Writer, wallet: string): void => write.buy(wallet, coins(write.random, 0.05, 2))

type Tie = (write: Writer, hand: string, wallets: readonly string[]) => void

/** An owner's wallets are started, some way, and buy, some time later. */
const TIES: readonly [Tie, ...Tie[]] = [
  started((write, hand, wallets, pause) => {
    for (const wallet of wallets) {
      write.pay(hand, wallet, coins(write.random, 2.2, 20))
      pause()
    }
  }),
  started((write, hand, wallets, pause) => {
    wallets.forEach((wallet, i) => {
      write.pay(i === 0 ? hand : (wallets[i - 1] ?? ''), wallet, 2.2 + 3 * (wallets.length - i))
      pause()
    })
  }),
  started((write, hand, wallets, pause) => {
    wallets.forEach((wallet, i) => {
      const sum = coins(write.random, 2.3, 20)
      write.pay(hand, `${hand} mule ${i}`, sum)
      write.wait(wide(write.random, 10, 3 * DAY))
      write.pay(`${hand} mule ${i}`, wallet, sum * write.random.between(0.8, 0.9999))
      pause()
    })
  }),
  started((write, hand, wallets) => {
    wallets.forEach((wallet, i) => write.actions.push({ do: 'pay', from: hand, to: wallet, coins: coins(write.random, 2.2, 20), joined: i > 0 }))
  }),
  (write, _hand, wallets) => {
    const [first = '', ...others] = wallets
    for (const wallet of wallets) write.fromExchange(wallet, coins(write.random, 2.2, 20))
    write.wait(wide(write.random, 60, 10 * DAY))
    write.buy(first, write.random.between(1, 2))
    for (const wallet of others) {
      write.wait(wide(write.random, 60, 10 * DAY))
      write.send(first, wallet, Math.round(wide(write.random, 3_000, 300_000)))
    }
  },
  (write, hand, wallets) => {
    for (const wallet of wallets) {
      write.fromExchange(wallet, coins(write.random, 3, 20))
      write.wait(wide(write.random, 600, 5 * DAY))
      buys(write, wallet)
    }
    for (const wallet of wallets) {
      const sum = coins(write.random, 0.2, 0.9)
      write.pay(wallet, `${hand} deposit`, sum)
      write.wait(wide(write.random, 30, 3 * DAY))
      write.pay(`${hand} deposit`, 'exchange two', sum)
    }
  },
]

function started(start: (write: Writer, hand: string, wallets: readonly string[], pause: () => void) => void): Tie {
  return (write, hand, wallets) => {
    const usual = wide(write.random, 10, 2 * DAY)
    start(write, hand, wallets, () => write.wait(usual * write.random.between(0.3, 1.7)))
    write.wait(wide(write.random, 60, 60 * DAY))
    for (const wallet of wallets) {
      buys(write, wallet)
      write.wait(wide(write.random, 5, 2 * DAY))
    }
  }
}

type Passage = (write: Writer, people: readonly string[]) => void

/** What strangers do side by side that looks like one hand's work. */
const PASSAGES: readonly [Passage, ...Passage[]] = [
  (write, people) => {
    for (const person of people) {
      write.wait(1)
      write.pay('exchange three', person, coins(write.random, 2.2, 30))
    }
    for (const person of people) {
      write.wait(wide(write.random, 30, DAY))
      buys(write, person)
    }
  },
  (write, people) => {
    alone(write, people)
    const preset = oneOf(write.random, [0.1, 0.25, 0.5, 1])
    for (const person of people) {
      write.actions.push({ do: 'gap', transactions: write.random.whole(0, 12) })
      write.buy(person, preset)
    }
  },
  (write, people) => {
    alone(write, [...people, 'bot'])
    for (const person of people) {
      write.wait(wide(write.random, 60, DAY))
      write.buy('bot', 1.5)
      buys(write, person)
      write.sell('bot', 1)
    }
  },
  (write, people) => {
    alone(write, people)
    for (const person of people) {
      write.wait(wide(write.random, 60, DAY))
      write.actions.push({ do: 'buy', wallet: person, coins: coins(write.random, 0.05, 1), signer: 'keeper' })
    }
  },
  (write, people) => {
    alone(write, people)
    for (const person of people) {
      write.wait(wide(write.random, 60, DAY))
      buys(write, person)
    }
  },
]

/** Each from an exchange, or from a friend who is nobody else's. */
function alone(write: Writer, people: readonly string[]): void {
  for (const person of people) {
    write.wait(wide(write.random, 30, DAY))
    if (write.random.next() < 0.6) write.fromExchange(person, coins(write.random, 2.2, 30))
    else write.pay(`friend of ${person}`, person, coins(write.random, 2.2, 30))
  }
}

/** Somebody gives a little to everybody, and to many who never traded. */
function airdrop(write: Writer, everybody: readonly string[]): void {
  write.fromExchange('giver', 90)
  write.buy('giver', 20)
  for (const person of [...everybody, ...write.people('idle', Math.round(wide(write.random, 60, 400)))]) {
    write.wait(write.random.between(1, 20))
    write.send('giver', person, 1_000)
  }
}

const mixed: Scenario = {
  name: 'several owners among strangers, an airdrop and bots',
  purpose: 'unseen',
  write(random) {
    const write = writer(random)
    write.fromExchange('maker', 3_000)
    write.wait(wide(random, HOUR, 30 * DAY))
    write.actions.push({ do: 'create', by: 'maker' })
    write.wait(wide(random, 60, DAY))
    write.actions.push({ do: 'pool', by: 'maker', tokens: 1_000_000_000, coins: wide(random, 60, 2_000) })
    write.wait(wide(random, HOUR, 10 * DAY))
    const hands = write
      .people('owner', random.whole(2, 5))
      .map((hand) => ({ hand, wallets: write.people(`${hand} wallet`, Math.round(wide(random, 2, 40))) }))
    const everybody = hands.flatMap(({ wallets }) => wallets)
    for (const { hand, wallets } of hands) {
      const people = write.people(`stranger beside ${hand}`, Math.round(wide(random, 4, 60)))
      everybody.push(...people)
      oneOf(random, PASSAGES)(write, people)
      oneOf(random, TIES)(write, hand, wallets)
    }
    if (random.next() < 0.4) airdrop(write, everybody)
    return write.done({ hands: hands.map(({ wallets }) => wallets) })
  },
}

const FATES = ['held', 'sold_partially', 'sold_fully', 'bought_more'] as const

const mixedLaunch: Scenario = {
  name: 'a launch with friends of the creator, a bundle and a crowd',
  purpose: 'unseen',
  write(random) {
    const write = writer(random)
    write.fromExchange('dev', 300)
    const strangers = write.people('stranger', random.whole(2, 30))
    alone(write, strangers)
    const friends = write.people('friend of dev', random.whole(0, 6))
    for (const friend of friends) {
      write.wait(wide(random, 60, 4 * DAY))
      write.pay('dev', friend, coins(random, 3, 10))
    }
    const bundle = write.people('bundle wallet', random.whole(0, 9))
    for (const wallet of bundle) {
      write.wait(wide(random, 30, 6 * HOUR))
      write.pay('boss', wallet, coins(random, 3, 10))
    }
    write.wait(wide(random, 60, 3 * DAY))
    if (random.next() < 0.5) write.skipped.push(random.whole(1, 3))
    write.actions.push({ do: 'create', by: 'dev' }, { do: 'pool', by: 'dev', tokens: 900_000_000, coins: wide(random, 10, 300), joined: true })
    for (const wallet of bundle) {
      write.actions.push({ do: 'gap', transactions: random.whole(0, 4) })
      write.buy(wallet, coins(random, 0.06, 2))
    }
    const sniping = [...bundle]
    const early = [...strangers, ...friends].map((wallet) => ({ wallet, order: random.next() })).sort((x, y) => x.order - y.order)
    let after = 0
    for (const { wallet } of early) {
      const pause = Math.floor(wide(random, 1, 8)) - 1
      if (pause > 0) write.blocks(pause)
      after += pause
      write.actions.push({ do: 'gap', transactions: random.whole(3, 90) })
      write.actions.push({ do: 'buy', wallet, coins: coins(random, 0.06, 2), tip: random.next() < 0.5 })
      if (after <= 3) sniping.push(wallet)
    }
    write.wait(wide(random, 60, DAY))
    const fates = Object.fromEntries(sniping.map((wallet) => [wallet, oneOf(random, FATES)] as const))
    for (const [wallet, fate] of Object.entries(fates)) {
      write.wait(wide(random, 5, DAY))
      if (fate === 'sold_fully') write.sell(wallet, 1)
      if (fate === 'sold_partially') write.sell(wallet, random.between(0.01, 0.99))
      if (fate === 'bought_more') write.buy(wallet, coins(random, 0.2, 1))
    }
    // A single wallet is no bundle and no group.
    const together = bundle.length > 1 ? bundle : []
    return write.done({ snipers: fates, bundlers: together, insiders: friends, hands: [['dev', ...friends], together] })
  },
}

export const MIXES: readonly Scenario[] = [mixed, mixedLaunch]
