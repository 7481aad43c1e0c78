import { fundFrom, fundFromExchanges, launch } from './launch.ts'
import type { Scenario } from './script.ts'
import { oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Launches in which smart accounts buy by user operations (ERC-4337) that an unlisted bundler sends together. */

const onEvm = (scenario: Scenario): Scenario => ({ ...scenario, family: 'evm' })

/** All in one transaction. */
function buyTogether(script: ScriptBuilder, wallets: readonly string[], signerOf: (wallet: string) => string): void {
  script.actions.push({ do: 'gap', transactions: script.random.whole(3, 9) })
  wallets.forEach((wallet, i) => {
    const coins = oddAmount(script.random, 0.2, 1.5)
    script.actions.push({ do: 'buy', wallet, coins, signer: signerOf(wallet), sameTransaction: i > 0 })
  })
}

const STRANGERS = ['account of a stranger 1', 'account of a stranger 2']

export const OPERATION_CATCHES: readonly Scenario[] = [
  launch('smart accounts of one funder, operated together with those of strangers', 'catch', 3, 4, {
    before: (script, wallets) => {
      script.accounts.push(...wallets, ...STRANGERS)
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
      fundFromExchanges(script, STRANGERS)
    },
    firstBlock: (script, wallets) => {
      buyTogether(script, [...wallets, ...STRANGERS], (wallet) => wallet)
    },
    roles: (wallets) => ({ sniping: [...wallets, ...STRANGERS], bundlers: wallets, owners: [wallets] }),
  }),
  launch('one user operation of a smart account buys for several wallets', 'catch', 2, 3, {
    before: (script) => {
      script.accounts.push('account of the boss', ...STRANGERS)
      script.payFromExchange('account of the boss', 60)
      fundFromExchanges(script, STRANGERS)
    },
    firstBlock: (script, wallets) => {
      buyTogether(script, [...wallets, ...STRANGERS], (wallet) => (STRANGERS.includes(wallet) ? wallet : 'account of the boss'))
    },
    roles: (wallets) => ({ sniping: [...wallets, ...STRANGERS], bundlers: wallets, owners: [wallets] }),
  }),
].map(onEvm)

export const OPERATION_TRAPS: readonly Scenario[] = [
  launch('smart accounts of strangers, operated together in the first block', 'trap', 5, 8, {
    before: (script, wallets) => {
      script.accounts.push(...wallets)
      fundFromExchanges(script, wallets)
    },
    firstBlock: (script, wallets) => {
      buyTogether(script, wallets, (wallet) => wallet)
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
].map(onEvm)
