import type { Random, Scenario } from './script.ts'
import { DAY, HOUR, createScriptBuilder, type ScriptBuilder } from './script-builder.ts'

/**
 * Several owners, strangers, exchanges, an airdrop and bots in one token, with numbers from wide ranges. They test the rules
 * independently of the scenarios they were written for. A draw that makes an owner hard to detect is kept.
 */

/** Log-uniform between two numbers. */
const logUniform = (random: Random, least: number, most: number): number => least * (most / least) ** random.next()
const drawCoins = (random: Random, least: number, most: number): number => Math.round(logUniform(random, least, most) * 1e6) / 1e6
const pick = <T>(random: Random, items: readonly [T, ...T[]]): T => items[random.whole(0, items.length - 1)] ?? items[0]
const buySome = (script: ScriptBuilder, wallet: string): void => script.buy(wallet, drawCoins(script.random, 0.05, 2))

type LinkWallets = (script: ScriptBuilder, owner: string, wallets: readonly string[]) => void

/** Ways in which the wallets of one owner are linked. */
const LINK_PATTERNS: readonly [LinkWallets, ...LinkWallets[]] = [
  fundThenBuy((script, owner, wallets, pause) => {
    for (const wallet of wallets) {
      script.pay(owner, wallet, drawCoins(script.random, 2.2, 20))
      pause()
    }
  }),
  fundThenBuy((script, owner, wallets, pause) => {
    wallets.forEach((wallet, i) => {
      script.pay(i === 0 ? owner : (wallets[i - 1] ?? ''), wallet, 2.2 + 3 * (wallets.length - i))
      pause()
    })
  }),
  fundThenBuy((script, owner, wallets, pause) => {
    wallets.forEach((wallet, i) => {
      const sum = drawCoins(script.random, 2.3, 20)
      script.pay(owner, `${owner} mule ${i}`, sum)
      script.wait(logUniform(script.random, 10, 3 * DAY))
      script.pay(`${owner} mule ${i}`, wallet, sum * script.random.between(0.8, 0.9999))
      pause()
    })
  }),
  fundThenBuy((script, owner, wallets) => {
    wallets.forEach((wallet, i) =>
      script.actions.push({ do: 'pay', from: owner, to: wallet, coins: drawCoins(script.random, 2.2, 20), sameTransaction: i > 0 }),
    )
  }),
  (script, _owner, wallets) => {
    const [first = '', ...others] = wallets
    for (const wallet of wallets) script.payFromExchange(wallet, drawCoins(script.random, 2.2, 20))
    script.wait(logUniform(script.random, 60, 10 * DAY))
    script.buy(first, script.random.between(1, 2))
    for (const wallet of others) {
      script.wait(logUniform(script.random, 60, 10 * DAY))
      script.send(first, wallet, Math.round(logUniform(script.random, 3_000, 300_000)))
    }
  },
  (script, owner, wallets) => {
    for (const wallet of wallets) {
      script.payFromExchange(wallet, drawCoins(script.random, 3, 20))
      script.wait(logUniform(script.random, 600, 5 * DAY))
      buySome(script, wallet)
    }
    for (const wallet of wallets) {
      const sum = drawCoins(script.random, 0.2, 0.9)
      script.pay(wallet, `${owner} deposit`, sum)
      script.wait(logUniform(script.random, 30, 3 * DAY))
      script.pay(`${owner} deposit`, 'exchange two', sum)
    }
  },
]

function fundThenBuy(start: (script: ScriptBuilder, owner: string, wallets: readonly string[], pause: () => void) => void): LinkWallets {
  return (script, owner, wallets) => {
    const usual = logUniform(script.random, 10, 2 * DAY)
    start(script, owner, wallets, () => script.wait(usual * script.random.between(0.3, 1.7)))
    script.wait(logUniform(script.random, 60, 60 * DAY))
    for (const wallet of wallets) {
      buySome(script, wallet)
      script.wait(logUniform(script.random, 5, 2 * DAY))
    }
  }
}

type Lookalike = (script: ScriptBuilder, people: readonly string[]) => void

/** Activity of strangers that resembles one owner's. */
const LOOKALIKES: readonly [Lookalike, ...Lookalike[]] = [
  (script, people) => {
    for (const person of people) {
      script.wait(1)
      script.pay('exchange three', person, drawCoins(script.random, 2.2, 30))
    }
    for (const person of people) {
      script.wait(logUniform(script.random, 30, DAY))
      buySome(script, person)
    }
  },
  (script, people) => {
    fundIndependently(script, people)
    const preset = pick(script.random, [0.1, 0.25, 0.5, 1])
    for (const person of people) {
      script.actions.push({ do: 'gap', transactions: script.random.whole(0, 12) })
      script.buy(person, preset)
    }
  },
  (script, people) => {
    fundIndependently(script, [...people, 'bot'])
    for (const person of people) {
      script.wait(logUniform(script.random, 60, DAY))
      script.buy('bot', 1.5)
      buySome(script, person)
      script.sell('bot', 1)
    }
  },
  (script, people) => {
    fundIndependently(script, people)
    for (const person of people) {
      script.wait(logUniform(script.random, 60, DAY))
      script.actions.push({ do: 'buy', wallet: person, coins: drawCoins(script.random, 0.05, 1), signer: 'keeper' })
    }
  },
  (script, people) => {
    fundIndependently(script, people)
    for (const person of people) {
      script.wait(logUniform(script.random, 60, DAY))
      buySome(script, person)
    }
  },
]

/** Funds each wallet from an exchange or from its own friend. */
function fundIndependently(script: ScriptBuilder, people: readonly string[]): void {
  for (const person of people) {
    script.wait(logUniform(script.random, 30, DAY))
    if (script.random.next() < 0.6) script.payFromExchange(person, drawCoins(script.random, 2.2, 30))
    else script.pay(`friend of ${person}`, person, drawCoins(script.random, 2.2, 30))
  }
}

/** One wallet sends a small amount to all wallets and to many that never traded. */
function airdrop(script: ScriptBuilder, everybody: readonly string[]): void {
  script.payFromExchange('giver', 90)
  script.buy('giver', 20)
  for (const person of [...everybody, ...script.people('idle', Math.round(logUniform(script.random, 60, 400)))]) {
    script.wait(script.random.between(1, 20))
    script.send('giver', person, 1_000)
  }
}

const mixed: Scenario = {
  name: 'several owners among strangers, an airdrop and bots',
  purpose: 'unseen',
  build(random) {
    const script = createScriptBuilder(random)
    script.payFromExchange('maker', 3_000)
    script.wait(logUniform(random, HOUR, 30 * DAY))
    script.actions.push({ do: 'create', by: 'maker' })
    script.wait(logUniform(random, 60, DAY))
    script.actions.push({ do: 'pool', by: 'maker', tokens: 1_000_000_000, coins: logUniform(random, 60, 2_000) })
    script.wait(logUniform(random, HOUR, 10 * DAY))
    const owners = script
      .people('owner', random.whole(2, 5))
      .map((owner) => ({ owner, wallets: script.people(`${owner} wallet`, Math.round(logUniform(random, 2, 40))) }))
    const everybody = owners.flatMap(({ wallets }) => wallets)
    for (const { owner, wallets } of owners) {
      const people = script.people(`stranger beside ${owner}`, Math.round(logUniform(random, 4, 60)))
      everybody.push(...people)
      pick(random, LOOKALIKES)(script, people)
      pick(random, LINK_PATTERNS)(script, owner, wallets)
    }
    if (random.next() < 0.4) airdrop(script, everybody)
    return script.finish({ owners: owners.map(({ wallets }) => wallets) })
  },
}

const SNIPER_STATES = ['held', 'sold_partially', 'sold_fully', 'bought_more'] as const

const mixedLaunch: Scenario = {
  name: 'a launch with friends of the creator, a bundle and a crowd',
  purpose: 'unseen',
  build(random, windowBlocks = 3) {
    const script = createScriptBuilder(random)
    script.payFromExchange('dev', 300)
    const strangers = script.people('stranger', random.whole(2, 30))
    fundIndependently(script, strangers)
    const friends = script.people('friend of dev', random.whole(0, 6))
    for (const friend of friends) {
      script.wait(logUniform(random, 60, 4 * DAY))
      script.pay('dev', friend, drawCoins(random, 3, 10))
    }
    const bundle = script.people('bundle wallet', random.whole(0, 9))
    for (const wallet of bundle) {
      script.wait(logUniform(random, 30, 6 * HOUR))
      script.pay('boss', wallet, drawCoins(random, 3, 10))
    }
    script.wait(logUniform(random, 60, 3 * DAY))
    if (random.next() < 0.5) script.skipped.push(random.whole(1, 3))
    script.actions.push(
      { do: 'create', by: 'dev' },
      { do: 'pool', by: 'dev', tokens: 900_000_000, coins: logUniform(random, 10, 300), sameTransaction: true },
    )
    for (const wallet of bundle) {
      script.actions.push({ do: 'gap', transactions: random.whole(0, 4) })
      script.buy(wallet, drawCoins(random, 0.06, 2))
    }
    const sniping = [...bundle]
    const early = [...strangers, ...friends].map((wallet) => ({ wallet, order: random.next() })).sort((x, y) => x.order - y.order)
    let after = 0
    for (const { wallet } of early) {
      const pause = Math.floor(logUniform(random, 1, 8)) - 1
      if (pause > 0) script.blocks(pause)
      after += pause
      script.actions.push({ do: 'gap', transactions: random.whole(3, 90) })
      script.actions.push({ do: 'buy', wallet, coins: drawCoins(random, 0.06, 2), tip: random.next() < 0.5 })
      if (after <= windowBlocks) sniping.push(wallet)
    }
    script.wait(logUniform(random, 60, DAY))
    const states = Object.fromEntries(sniping.map((wallet) => [wallet, pick(random, SNIPER_STATES)] as const))
    for (const [wallet, state] of Object.entries(states)) {
      script.wait(logUniform(random, 5, DAY))
      if (state === 'sold_fully') script.sell(wallet, 1)
      if (state === 'sold_partially') script.sell(wallet, random.between(0.01, 0.99))
      if (state === 'bought_more') script.buy(wallet, drawCoins(random, 0.2, 1))
    }
    // A single wallet is neither a bundle nor a group.
    const together = bundle.length > 1 ? bundle : []
    return script.finish({ snipers: states, bundlers: together, insiders: friends, owners: [['dev', ...friends], together] })
  },
}

export const MIXES: readonly Scenario[] = [mixed, mixedLaunch]
