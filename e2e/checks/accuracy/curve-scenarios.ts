import { buyAmongOthers, buyInFirstBlock, fundFrom, fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Scenario } from './script.ts'
import { oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Launches on a launchpad's bonding curve. The launchpad creates the token and sells all of it until a Uniswap pool replaces the curve. */

const onEvm = (scenario: Scenario): Scenario => ({ ...scenario, family: 'evm' })

const KEEPER = 'keeper of the launchpad'

/** Closes the curve, in its own transaction or in that of the last buyer. A crowd buys right behind the new pool's liquidity. */
function graduate(script: ScriptBuilder, crowd: readonly string[], lastBuyer: string | null, rest?: string): void {
  if (lastBuyer !== null) {
    script.payFromExchange(lastBuyer, 9)
    script.wait(600)
    script.buy(lastBuyer, oddAmount(script.random, 2, 4))
  }
  const kept = rest === undefined ? {} : { rest }
  script.actions.push({ do: 'graduate', by: lastBuyer ?? KEEPER, sameTransaction: lastBuyer !== null, ...kept })
  for (const wallet of crowd) script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.1, 0.9), tip: script.random.next() < 0.4 })
}

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
  launch('a bundle on the curve of a token that the last buyer’s transaction moves into a pool, where a crowd waits', 'catch', 6, 9, {
    venue: 'curve',
    before: (script, wallets) => {
      fundFrom(MAKER)(script, wallets.slice(0, 3))
      fundFromExchanges(script, wallets.slice(3))
    },
    firstBlock: (script, wallets) => buyInFirstBlock()(script, wallets.slice(0, 3)),
    later: (script, wallets) => graduate(script, wallets.slice(3), 'last buyer of the curve'),
    roles: (wallets) => {
      const bundle = wallets.slice(0, 3)
      return { sniping: bundle, bundlers: bundle, insiders: bundle, owners: [[MAKER, ...bundle]] }
    },
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
  launch('a curve that closes five blocks after the launch, and a crowd in the first block of the pool', 'trap', 8, 14, {
    venue: 'curve',
    before: fundFromExchanges,
    firstBlock: (script, wallets) => buyAmongOthers(script, wallets.slice(0, 4)),
    soon: (script, wallets) => {
      script.blocks(1)
      graduate(script, wallets.slice(4), null)
    },
    roles: (wallets) => ({ sniping: wallets.slice(0, 4) }),
  }),
  launch('a curve that closes in its first block, and a crowd in the same block of the pool', 'trap', 8, 14, {
    venue: 'curve',
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      buyAmongOthers(script, wallets.slice(0, 4))
      graduate(script, wallets.slice(4), null)
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a curve whose last buyer’s transaction also gives the rest of the tokens to the launchpad', 'trap', 8, 14, {
    venue: 'curve',
    before: fundFromExchanges,
    firstBlock: (script, wallets) => buyAmongOthers(script, wallets.slice(0, 4)),
    later: (script, wallets) => graduate(script, wallets.slice(4), 'last buyer of the curve', 'treasury of the launchpad'),
    roles: (wallets) => ({ sniping: wallets.slice(0, 4) }),
  }),
].map(onEvm)
