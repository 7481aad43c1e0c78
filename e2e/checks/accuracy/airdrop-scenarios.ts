import type { Scenario } from './script.ts'
import { addStrangers, createOldToken, createScriptBuilder, DAY, HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'
import { fundAll, trap } from './trap-scenarios.ts'

/** An airdrop of equal amounts, farmed by one owner or sold by its receivers. */

const GIVEN = 100_000
/** Less than `GIVEN`, so a receiver keeps a part and remains a holder. */
const PASSED_ON = 95_000

/** Airdrops to these people and to 120 strangers. The people's wallets have been in use for a month. */
function airdropToAll(script: ScriptBuilder, people: readonly string[]): void {
  fundAll(script, people)
  script.wait(30 * DAY)
  airdrop(script, [...people, ...script.people('other receiver', 120)])
}

function airdrop(script: ScriptBuilder, receivers: readonly string[]): void {
  script.payFromExchange('dropper', 90)
  script.buy('dropper', 60)
  for (const receiver of receivers) {
    script.wait(script.random.between(5, 60))
    script.send('dropper', receiver, GIVEN)
  }
}

export const AIRDROP_CATCHES: readonly Scenario[] = [
  {
    name: 'an airdrop to hundreds of wallets, passed on to one',
    purpose: 'catch',
    build(random) {
      const script = createScriptBuilder(random)
      createOldToken(script)
      addStrangers(script, 10)
      const wallets = script.people('ring', random.whole(120, 200))
      airdrop(script, [...wallets, ...script.people('other receiver', 40)])
      for (const wallet of wallets) {
        script.wait(random.between(5, 300))
        script.send(wallet, 'collector', PASSED_ON)
      }
      return script.finish({ owners: [[...wallets, 'collector']] })
    },
  },
]

export const AIRDROP_TRAPS: readonly Scenario[] = [
  trap('receivers of an airdrop sell it to one buyer', (script, people) => {
    airdropToAll(script, people)
    script.payFromExchange('buyer', 900)
    for (const person of people) {
      script.wait(script.random.between(60, HOUR))
      script.send(person, 'buyer', PASSED_ON)
      script.wait(60)
      script.pay('buyer', person, oddAmount(script.random, 0.055, 0.06))
    }
  }),
  trap('receivers of an airdrop deposit it at an exchange that no list knows', (script, people) => {
    airdropToAll(script, people)
    for (const person of people) {
      script.wait(script.random.between(60, HOUR))
      script.send(person, `deposit of ${person}`, PASSED_ON)
      script.wait(600)
      script.send(`deposit of ${person}`, 'hot wallet', PASSED_ON)
    }
  }),
]
