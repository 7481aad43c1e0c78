import { limitGroupSizes } from '../accuracy/nodes/steps.ts'
import { seeded, type Script } from '../accuracy/script.ts'
import { createScriptBuilder, HOUR, oddAmount, type ScriptBuilder } from '../accuracy/script-builder.ts'

/** The launch of the demonstration: every kind of finding once, among unrelated people. */

/** The token's name and symbol on chain. */
export const CALLED = { name: 'Demonstration launch (test node)', symbol: 'DEMO' }
const CREATOR = 'dev'
const SEED = 2026
const SUPPLY = 1_000_000_000
const FIRST_BUYERS = 6
/** Gas settings of the twins only. */
const ODD_GAS = { limit: 312_345, gwei: 3.7 }
const STRANGERS = 26
const LATE_STRANGERS = 8

/** @param gas whether the network's transactions have gas settings, so that wallets can share them */
export function demonstrationScript(gas: boolean): Script {
  const script = createScriptBuilder(limitGroupSizes(seeded(SEED)))
  const { random, actions } = script
  const friends = script.people('friend', 2)
  const ring = script.people('ring', 5)
  const early = script.people('early buyer', FIRST_BUYERS)
  const twins = script.people('twin', gas ? 3 : 0)
  script.payFromExchange(CREATOR, 60)
  script.payFromExchange('backer', 40)
  for (const wallet of [...early, ...twins]) {
    script.wait(random.between(600, HOUR))
    script.payFromExchange(wallet, oddAmount(random, 2, 6))
  }
  script.wait(3 * HOUR)
  script.pay(CREATOR, 'insider', 3)
  script.wait(HOUR)
  fundTogether(script, 'backer', ring)
  script.wait(HOUR)
  actions.push({ do: 'create', by: CREATOR })
  script.blocks(1)
  for (const friend of friends) script.send(CREATOR, friend, 0.01 * SUPPLY + Math.round(random.between(0, 1_000_000)))
  script.blocks(2)
  actions.push({ do: 'pool', by: CREATOR, tokens: 0.9 * SUPPLY, coins: 30 })
  for (const wallet of ring) script.buy(wallet, oddAmount(random, 0.3, 0.9))
  actions.push({ do: 'buy', wallet: 'insider', coins: oddAmount(random, 0.5, 1) })
  for (const wallet of twins) {
    actions.push({ do: 'gap', transactions: 3 })
    actions.push({ do: 'buy', wallet, coins: oddAmount(random, 0.2, 0.9), gas: ODD_GAS })
  }
  buyOneByOne(script, early)
  script.wait(HOUR)
  addStrangers(script, 'stranger', STRANGERS)
  actions.push({ do: 'pause' })
  script.wait(2 * HOUR)
  for (const wallet of ring) {
    script.wait(random.between(60, HOUR))
    script.sell(wallet, wallet === ring[0] ? 1 : 0.5)
  }
  script.sell('insider', 1)
  script.wait(600)
  script.pay('insider', CREATOR, 1)
  script.send(friends[0] ?? '', friends[1] ?? '', 0.004 * SUPPLY)
  addStrangers(script, 'late stranger', LATE_STRANGERS)
  return { ...script.finish({}), called: CALLED }
}

/** Unrelated buyers, each funded by an exchange or by its own friend. They act close in time, so the whole launch takes two days. */
function addStrangers(script: ScriptBuilder, name: string, count: number): void {
  const { random } = script
  for (const stranger of script.people(name, count)) {
    script.wait(random.between(300, HOUR))
    if (random.next() < 0.7) script.payFromExchange(stranger, oddAmount(random, 1, 9))
    else script.pay(`friend of ${stranger}`, stranger, oddAmount(random, 1, 9))
    script.wait(random.between(60, HOUR))
    script.buy(stranger, oddAmount(random, 0.2, 0.9))
    if (random.next() >= 0.2) continue
    script.wait(random.between(600, HOUR))
    script.sell(stranger, random.between(0.2, 0.8))
  }
}

/** One transaction that pays each wallet a different amount. */
function fundTogether(script: ScriptBuilder, payer: string, wallets: readonly string[]): void {
  wallets.forEach((to, i) => script.actions.push({ do: 'pay', from: payer, to, coins: oddAmount(script.random, 1.2, 2.4), sameTransaction: i > 0 }))
}

/** Buys of the first minute: some in the window of snipers, some after it, some with a tip. */
function buyOneByOne({ random, actions }: ScriptBuilder, wallets: readonly string[]): void {
  wallets.forEach((wallet, i) => {
    if (i % 2 === 0) actions.push({ do: 'blocks', count: 1 })
    actions.push({ do: 'gap', transactions: random.whole(2, 6) })
    actions.push({ do: 'buy', wallet, coins: oddAmount(random, 0.2, 0.9), tip: i % 3 === 0 })
  })
}
