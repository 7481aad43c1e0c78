import type { Scenario, Tax } from './script.ts'
import { addStrangers, createScriptBuilder, DAY, HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'
import { buyLater, fundAll } from './trap-scenarios.ts'

/** Tokens whose code takes a share of each move. The share itself joins no wallets. Other actions of its receivers still do. */

const ALL: Tax['on'] = ['buy', 'sell', 'send']
/** Large enough that each payment alone would be a large transfer. */
const TO_OWNER: Tax = { to: [{ wallet: 'owner', share: 0.05 }], on: ALL, how: 'sent' }

/** A token of `owner` with a tax, whose pool is a day old. */
function createTaxed(script: ScriptBuilder, tax: Tax): void {
  script.payFromExchange('owner', 900)
  script.wait(DAY)
  script.actions.push({ do: 'create', by: 'owner', tax })
  script.wait(HOUR)
  script.actions.push({ do: 'pool', by: 'owner', tokens: 950_000_000, coins: 500 })
  script.wait(DAY)
}

/** Strangers buy, and every third sells a part. */
function tradeAlone(script: ScriptBuilder, people: readonly string[]): void {
  fundAll(script, people)
  buyLater(script, people)
  people.forEach((person, i) => {
    script.wait(script.random.between(600, 4 * HOUR))
    if (i % 3 === 0) script.sell(person, script.random.between(0.2, 0.7))
  })
}

function trap(name: string, tax: Tax, act: (script: ScriptBuilder, people: readonly string[]) => void = tradeAlone): Scenario {
  return {
    name,
    purpose: 'trap',
    build(random) {
      const script = createScriptBuilder(random)
      createTaxed(script, tax)
      act(script, script.people('person', random.whole(15, 30)))
      addStrangers(script, random.whole(4, 8), 'late stranger')
      return script.finish({ bundlers: [], insiders: [] })
    },
  }
}

function owned(name: string, tax: Tax, act: (script: ScriptBuilder) => readonly string[]): Scenario {
  return {
    name,
    purpose: 'catch',
    build(random) {
      const script = createScriptBuilder(random)
      createTaxed(script, tax)
      tradeAlone(script, script.people('person', random.whole(6, 12)))
      const owner = act(script)
      addStrangers(script, random.whole(4, 8), 'late stranger')
      return script.finish({ owners: [owner] })
    },
  }
}

export const TAX_TRAPS: readonly Scenario[] = [
  trap('a tax on each move goes to the owner', TO_OWNER),
  trap('a tax goes to three wallets', {
    to: [
      { wallet: 'owner', share: 0.02 },
      { wallet: 'marketing', share: 0.02 },
      { wallet: 'developer', share: 0.01 },
    ],
    on: ALL,
    how: 'sent',
  }),
  trap('a tax that the buyer’s balance pays on', { ...TO_OWNER, how: 'sent on' }),
  trap('a tax on buys only', { ...TO_OWNER, on: ['buy'] }),
  trap('a tax that the token’s contract sells for coin', {
    to: [
      { wallet: 'marketing', share: 0.03 },
      { wallet: 'developer', share: 0.02 },
    ],
    on: ALL,
    how: 'collected',
  }),
  trap(
    'coin from a tax is the first of a wallet that then buys',
    { to: [{ wallet: 'marketing', share: 0.05 }], on: ALL, how: 'collected' },
    (script, people) => {
      fundAll(script, people)
      buyLater(script, people.slice(0, 3))
      script.sell(people[0] ?? '', 0.5)
      buyLater(script, people.slice(3))
      script.payFromExchange('marketing', 3)
      script.buy('marketing', 0.6)
    },
  ),
  trap('a burn on each move', { to: [{ wallet: 'owner', share: 0.03 }], on: ALL, how: 'burned' }),
  trap('a reflection to all holders', { to: [{ wallet: 'owner', share: 0.04 }], on: ALL, how: 'reflected' }),
  trap('a tax whose rate changes', TO_OWNER, (script, people) => {
    fundAll(script, people)
    const rates = [0.25, 0.1, 0.05, 0.01]
    people.forEach((person, i) => {
      if (i % 5 === 0) script.actions.push({ do: 'setTax', by: 'owner', shares: [rates[(i / 5) % rates.length] ?? 0] })
      script.wait(script.random.between(600, 4 * HOUR))
      script.buy(person, oddAmount(script.random, 0.2, 0.9))
    })
  }),
  trap('a tax on gifts between strangers', TO_OWNER, (script, people) => {
    tradeAlone(script, people)
    // An exchange as the receiver joins no wallets, so only the tax could.
    people.forEach((person, i) => {
      script.wait(script.random.between(600, 4 * HOUR))
      if (i % 4 === 1) script.send(person, `exchange ${['one', 'two', 'three'][i % 3] ?? ''}`, oddAmount(script.random, 200_000, 300_000))
    })
  }),
  trap('a receiver of taxes that also trades', { ...TO_OWNER, to: [{ wallet: 'marketing', share: 0.05 }] }, (script, people) => {
    fundAll(script, ['marketing'])
    script.buy('marketing', 0.7)
    tradeAlone(script, people)
    script.buy('marketing', 0.4)
    script.sell('marketing', 0.5)
  }),
]

export const TAX_CATCHES: readonly Scenario[] = [
  owned('the receiver of taxes buys for its wallets in one transaction', TO_OWNER, (script) => {
    const own = script.people('own wallet', script.random.whole(4, 7))
    own.forEach((wallet, i) =>
      script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.3, 0.9), signer: 'owner', sameTransaction: i > 0 }),
    )
    return ['owner', ...own]
  }),
  owned('the receiver of taxes gives tokens to its wallets', { ...TO_OWNER, to: [{ wallet: 'marketing', share: 0.05 }] }, (script) => {
    const own = script.people('own wallet', script.random.whole(4, 7))
    fundAll(script, ['marketing', ...own])
    script.buy('marketing', 5)
    for (const wallet of own) {
      script.wait(script.random.between(HOUR, DAY))
      script.send('marketing', wallet, oddAmount(script.random, 300_000, 900_000))
    }
    return ['marketing', ...own]
  }),
  owned('the receiver of taxes funds its wallets', { ...TO_OWNER, how: 'collected', to: [{ wallet: 'marketing', share: 0.05 }] }, (script) => {
    const own = script.people('own wallet', script.random.whole(4, 7))
    script.payFromExchange('marketing', 30)
    for (const wallet of own) {
      script.wait(script.random.between(600, HOUR))
      script.pay('marketing', wallet, oddAmount(script.random, 1, 3))
    }
    buyLater(script, own)
    return own
  }),
  owned('one owner disperses steady shares from several wallets', { ...TO_OWNER, on: ['buy', 'sell'] }, (script) => {
    const sources = script.people('source', 3)
    const own = script.people('own wallet', 4)
    fundAll(script, sources)
    for (const wallet of sources) {
      script.wait(script.random.between(600, HOUR))
      script.buy(wallet, 0.8)
    }
    for (const from of sources) {
      script.wait(script.random.between(600, HOUR))
      own.forEach((to, i) =>
        script.actions.push({ do: 'send', from, to, tokens: [400_000, 200_000, 150_000, 120_000][i] ?? 0, sameTransaction: i > 0 }),
      )
    }
    return [...sources, ...own]
  }),
]
