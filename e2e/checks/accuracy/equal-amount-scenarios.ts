import { fundFromExchanges, launch } from './launch.ts'
import type { Scenario } from './script.ts'
import { oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Buys of equal amounts in the first block, by one owner and by strangers. */

/** Each wallet buys for one of the amounts, among unrelated transactions. */
function buyAmounts(script: ScriptBuilder, wallets: readonly string[], amounts: readonly number[]): void {
  for (const wallet of wallets) {
    script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
    script.buy(wallet, amounts[script.random.whole(0, amounts.length - 1)] ?? 1)
  }
}

export const EQUAL_AMOUNT_CATCHES: readonly Scenario[] = [
  launch('equal odd amounts in the first block, every wallet from an exchange', 'catch', 3, 7, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => buyAmounts(script, wallets, [oddAmount(script.random, 0.2, 0.9)]),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets }),
  }),
]

export const EQUAL_AMOUNT_TRAPS: readonly Scenario[] = [
  launch('copy-traders buy in the next block exactly what a trader bought in the first', 'trap', 5, 10, {
    before: fundFromExchanges,
    firstBlock: (script, [trader = '', ...copying]) => {
      const coins = oddAmount(script.random, 0.2, 0.9)
      buyAmounts(script, [trader], [coins])
      script.blocks(1)
      for (const wallet of copying) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(3, 9) })
        script.buy(wallet, coins)
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a market maker that no list knows buys and sells beside strangers', 'trap', 5, 9, {
    before: (script, wallets) => {
      fundFromExchanges(script, wallets)
      script.payFromExchange('market maker', 40)
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy('market maker', oddAmount(script.random, 0.5, 2))
        buyAmounts(script, [wallet], [oddAmount(script.random, 0.2, 0.9)])
        script.sell('market maker', script.random.between(0.5, 1))
      }
      script.sell('market maker', 1)
    },
    later: (script) => {
      for (let i = 0; i < 12; i++) {
        script.wait(script.random.between(10, 300))
        script.buy('market maker', oddAmount(script.random, 0.5, 2))
        script.sell('market maker', script.random.between(0.8, 1))
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a crowd types round amounts in the first block', 'trap', 10, 20, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => buyAmounts(script, wallets, [0.1, 0.15, 0.42, 0.5, 0.75, 1, 1.25, 1.5]),
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a crowd buys presets through apps that keep a fee', 'trap', 10, 20, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) =>
      buyAmounts(
        script,
        wallets,
        [0.1, 0.5, 1].flatMap((coins) => [0.0025, 0.0085, 0.01].map((fee) => coins * (1 - fee))),
      ),
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a crowd buys for a hundred dollars of coin each', 'trap', 8, 16, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy(wallet, Math.round((100 / script.random.between(249.8, 250.2)) * 1e6) / 1e6)
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
]

export const EQUAL_AMOUNT_ADVERSARIES: readonly Scenario[] = [
  launch('copy-traders buy in the same block exactly what a trader bought', 'adversary', 5, 10, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => buyAmounts(script, wallets, [oddAmount(script.random, 0.2, 0.9)]),
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a bundle of equal round amounts in the first block, every wallet from an exchange', 'adversary', 4, 8, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => buyAmounts(script, wallets, [0.5]),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('a bundle of amounts that differ by half a percent, every wallet from an exchange', 'adversary', 4, 8, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy(wallet, 0.53217 * script.random.between(0.9975, 1.0025))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
]
