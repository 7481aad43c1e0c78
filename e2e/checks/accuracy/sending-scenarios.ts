import { fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Gas, Random, Scenario } from './script.ts'
import { HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Launches in which the way transactions were sent links wallets, or seems to: gas settings, nonces, and who sends and pays for whom. */

/** Settings that no app proposes. */
const oddGas = (random: Random): Gas => ({
  limit: Math.round(random.between(310_000, 690_000)),
  gwei: Math.round(random.between(2_100, 8_900)) / 1_000,
})

interface Buys {
  /** Minimum and maximum number of other transactions before each buy. */
  readonly gap: readonly [number, number]
  readonly coins: readonly [number, number]
  readonly gas: () => Gas
}

function buyWithGas(script: ScriptBuilder, wallets: readonly string[], { gap, coins, gas }: Buys): void {
  for (const wallet of wallets) {
    script.actions.push({ do: 'gap', transactions: script.random.whole(...gap) })
    script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, ...coins), gas: gas() })
  }
}

/** A crowd whose apps estimate the gas of each transaction. */
const buyWithOwnGas = (script: ScriptBuilder, wallets: readonly string[]): void =>
  buyWithGas(script, wallets, { gap: [1, 5], coins: [0.1, 2], gas: () => oddGas(script.random) })

const STRANGERS = Array.from({ length: 8 }, (_, i) => `buyer with own gas ${i + 1}`)

/** One wallet sends the buy of each of the others, with its own coin. */
function buyForOthers(script: ScriptBuilder, signer: string, wallets: readonly string[]): void {
  for (const wallet of wallets) {
    script.actions.push({ do: 'gap', transactions: script.random.whole(3, 8) })
    script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.2, 1.5), signer })
  }
}

const onEvm = (scenario: Scenario): Scenario => ({ ...scenario, family: 'evm' })

const CATCHES: readonly Scenario[] = [
  launch('never used wallets from exchanges buy in the first block with the same odd gas settings', 'catch', 3, 6, {
    before: (script, wallets) => fundFromExchanges(script, [...wallets, ...STRANGERS]),
    firstBlock: (script, wallets) => {
      const gas = oddGas(script.random)
      buyWithGas(script, wallets, { gap: [3, 9], coins: [0.2, 1.5], gas: () => gas })
      buyWithOwnGas(script, STRANGERS)
    },
    roles: (wallets) => ({ sniping: [...wallets, ...STRANGERS], bundlers: wallets }),
  }),
  launch('one wallet sends and pays for the first buys of several', 'catch', 3, 4, {
    before: (script) => script.payFromExchange('boss', 90),
    firstBlock: (script, wallets) => buyForOthers(script, 'boss', wallets),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('the creator sends and pays for buys of several wallets', 'catch', 2, 3, {
    firstBlock: (script, wallets) => buyForOthers(script, MAKER, wallets),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
]

const TRAPS: readonly Scenario[] = [
  launch('users of one app: the same odd gas settings, wallets of different age', 'trap', 5, 9, {
    before: (script, wallets) => {
      fundFromExchanges(script, [...wallets, ...STRANGERS])
      wallets.forEach((wallet, i) => {
        for (let sent = 0; sent < i % 3; sent++) script.pay(wallet, `shop of ${wallet}`, oddAmount(script.random, 0.01, 0.05))
        script.wait(script.random.between(60, HOUR))
      })
    },
    firstBlock: (script, wallets) => {
      const gas = oddGas(script.random)
      buyWithGas(script, wallets, { gap: [1, 6], coins: [0.1, 2], gas: () => gas })
      buyWithOwnGas(script, STRANGERS)
    },
    roles: (wallets) => ({ sniping: [...wallets, ...STRANGERS] }),
  }),
  launch('a shop that no list knows sends and pays for the buys of its customers', 'trap', 7, 10, {
    before: (script, wallets) => {
      script.payFromExchange('shop', 90)
      fundFromExchanges(script, wallets)
    },
    firstBlock: (script, wallets) => buyForOthers(script, 'shop', wallets),
    roles: (wallets) => ({ sniping: wallets }),
  }),
]

export const SENDING_CATCHES = CATCHES.map(onEvm)
export const SENDING_TRAPS = TRAPS.map(onEvm)
