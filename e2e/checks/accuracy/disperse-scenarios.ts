import { buyAmongOthers, fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Scenario } from './script.ts'
import { DAY, HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Launches in which one transaction pays, gives or buys for many wallets: by a disperse contract, a buying contract, a presale or a batch auction. */

const DISPERSE = 'disperse contract'
/** Without a buy in the first blocks, the launch would begin with the next buyer. */
const FIRST = ['first buyer']
const AUCTION = 'settlement contract'

/** One transaction of the payer that pays each wallet a different amount. */
function disperseCoin(script: ScriptBuilder, payer: string, wallets: readonly string[]): void {
  wallets.forEach((to, i) => script.actions.push({ do: 'pay', from: payer, to, coins: oddAmount(script.random, 2, 4), sameTransaction: i > 0 }))
}

/** One transaction in which the sender gives tokens to a contract and the contract passes them on to the wallets. */
function disperseTokens(script: ScriptBuilder, from: string, wallets: readonly string[], most: number): void {
  script.contracts.push(DISPERSE)
  const parts = wallets.map((to) => ({ to, tokens: Math.round(script.random.between(most / 9, most)) }))
  script.send(
    from,
    DISPERSE,
    parts.reduce((sum, { tokens }) => sum + tokens, 0),
  )
  for (const part of parts) script.actions.push({ do: 'send', from: DISPERSE, ...part, sameTransaction: true })
}

/** One transaction that buys through a contract, which passes the bought tokens on to the wallets. */
function buyThroughContract(script: ScriptBuilder, signer: string, contract: string, wallets: readonly string[]): void {
  const { random } = script
  script.actions.push({ do: 'buy', wallet: contract, coins: oddAmount(random, 1, 2), signer })
  for (const to of wallets)
    script.actions.push({ do: 'send', from: contract, to, tokens: Math.round(random.between(2_000_000, 3_000_000)), sameTransaction: true })
}

const buyApart = (script: ScriptBuilder, wallets: readonly string[]): void => {
  for (const wallet of wallets) {
    script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
    script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
  }
}

export const DISPERSE_CATCHES: readonly Scenario[] = [
  launch('a disperse contract funds new buyers of the first block', 'catch', 3, 8, {
    before: (script, wallets) => {
      script.payFromExchange('boss', 90)
      script.wait(DAY)
      disperseCoin(script, 'boss', wallets)
      script.wait(script.random.between(HOUR, 5 * DAY))
    },
    firstBlock: buyApart,
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('the creator funds buyers through a disperse contract', 'catch', 3, 8, {
    before: (script, wallets) => {
      disperseCoin(script, MAKER, wallets)
      script.wait(script.random.between(HOUR, 5 * DAY))
    },
    firstBlock: buyApart,
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('the creator gives tokens through a disperse contract before the launch', 'catch', 3, 6, {
    before: (script) => fundFromExchanges(script, FIRST),
    given: (script, wallets) => disperseTokens(script, MAKER, wallets, 9_000_000),
    firstBlock: (script) => buyApart(script, FIRST),
    roles: (wallets) => ({ sniping: FIRST, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('a contract buys in the first block and spreads it over many wallets', 'catch', 3, 8, {
    before: (script) => {
      script.contracts.push(DISPERSE)
      script.payFromExchange('boss', 90)
    },
    firstBlock: (script, wallets) => {
      script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
      buyThroughContract(script, 'boss', DISPERSE, wallets)
    },
    // The tokens that the contract kept are the boss's too.
    roles: (wallets) => ({ sniping: wallets, idle: [DISPERSE], bundlers: [DISPERSE, ...wallets], owners: [wallets] }),
  }),
]

export const DISPERSE_TRAPS: readonly Scenario[] = [
  launch('wages through a disperse contract to wallets of old before the launch', 'trap', 4, 8, {
    before: (script, wallets) => {
      script.payFromExchange('employer', 90)
      fundFromExchanges(script, wallets)
      script.wait(60 * DAY)
      disperseCoin(script, 'employer', wallets)
      script.wait(script.random.between(2 * DAY, 6 * DAY))
    },
    firstBlock: buyApart,
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('buyers of a presale claim their tokens from its contract', 'trap', 6, 12, {
    before: (script, wallets) => {
      script.contracts.push('presale contract')
      fundFromExchanges(script, [...wallets, ...FIRST])
      for (const wallet of wallets) {
        script.wait(script.random.between(HOUR, DAY))
        script.pay(wallet, 'presale contract', oddAmount(script.random, 0.2, 0.9))
      }
    },
    given: (script) => script.send(MAKER, 'presale contract', 90_000_000),
    firstBlock: (script) => buyApart(script, FIRST),
    later: (script, wallets) => {
      for (const wallet of wallets) {
        script.wait(script.random.between(60, 5 * HOUR))
        script.send('presale contract', wallet, oddAmount(script.random, 3_000_000, 7_000_000))
      }
    },
    roles: () => ({ sniping: FIRST }),
  }),
  launch('a batch auction settles buys of strangers in the first block', 'trap', 4, 8, {
    before: (script, wallets) => {
      script.contracts.push(AUCTION)
      script.services.push(AUCTION)
      fundFromExchanges(script, [...wallets, 'solver'])
    },
    firstBlock: (script, wallets) => {
      script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
      buyThroughContract(script, 'solver', AUCTION, wallets)
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('a crowd buys among unrelated transactions after an airdrop through a disperse contract', 'trap', 6, 10, {
    before: (script, wallets) => fundFromExchanges(script, [...wallets, ...script.people('receiver', 60)]),
    firstBlock: buyAmongOthers,
    later: (script) => disperseTokens(script, MAKER, script.people('receiver', 60), 90_000),
    roles: (wallets) => ({ sniping: wallets }),
  }),
]
