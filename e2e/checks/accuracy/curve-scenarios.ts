import { buyAmongOthers, buyInFirstBlock, fundFrom, fundFromExchanges, launch, MAKER } from './launch-scenarios.ts'
import type { Scenario } from './script.ts'
import { oddAmount } from './script-builder.ts'

/** Launches on the bonding curve of a launchpad, which makes the token and sells all of it. */

const onEvm = (scenario: Scenario): Scenario => ({ ...scenario, family: 'evm' })

export const CURVE_CATCHES: readonly Scenario[] = [
  launch('the creator funds buyers right behind the creation on a launchpad', 'catch', 2, 4, {
    venue: 'curve',
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('one funder behind buyers of the first block on a launchpad, where the creator buys first', 'catch', 3, 8, {
    venue: 'curve',
    before: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
    },
    firstBlock: (script, wallets) => {
      script.buy(MAKER, oddAmount(script.random, 0.2, 1.5))
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(1, 9) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
].map(onEvm)

export const CURVE_TRAPS: readonly Scenario[] = [
  launch('a busy launch on a launchpad, where the creator buys first', 'trap', 8, 14, {
    venue: 'curve',
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      script.buy(MAKER, oddAmount(script.random, 0.2, 1.5))
      buyAmongOthers(script, wallets)
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
].map(onEvm)
