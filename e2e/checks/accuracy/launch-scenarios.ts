import { buyAmongOthers, buyInFirstBlock, fundFrom, fundFromExchanges, launch, MAKER } from './launch.ts'
import { CLOSED_LAUNCHES, UNISWAP_VENUES } from './opening-scenarios.ts'
import type { Scenario } from './script.ts'
import { DAY, HOUR, oddAmount } from './script-builder.ts'

/** The first blocks of a token: snipers, bundles and the creator's friends among strangers. */

export const LAUNCHES: readonly Scenario[] = [
  launch('the creator funds buyers right behind its own transaction', 'catch', 2, 4, {
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('one funder, another than the creator, behind buyers in the first block', 'catch', 3, 8, {
    before: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(0, 9) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('wallets that one funder made days before the launch', 'catch', 3, 8, {
    before: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
      script.wait(script.random.between(2 * DAY, 6 * DAY))
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(0, 9) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
  launch('a bundle behind the creation, one tip, coin from exchanges', 'catch', 2, 4, {
    before: fundFromExchanges,
    firstBlock: buyInFirstBlock((i) => i === 0),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets }),
  }),
  launch('a pool that was created empty four blocks before its liquidity', 'catch', 2, 4, {
    emptyBlocks: 4,
    before: fundFrom(MAKER),
    firstBlock: buyInFirstBlock(),
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  ...UNISWAP_VENUES.filter(({ purpose }) => purpose === 'catch'),
  ...CLOSED_LAUNCHES.filter(({ purpose }) => purpose === 'catch'),
  launch('several wallets in one transaction', 'catch', 2, 6, {
    before: fundFromExchanges,
    later: (script, wallets) =>
      wallets.forEach((wallet, i) => {
        script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.2, 0.9), signer: wallets[0] ?? '', sameTransaction: i > 0 })
      }),
    roles: (wallets) => ({ bundlers: wallets, owners: [wallets] }),
  }),
  launch('equal odd amounts from one funder, days later', 'catch', 3, 7, {
    later: (script, wallets) => {
      script.payFromExchange('boss', 90)
      fundFrom('boss')(script, wallets)
      const coins = oddAmount(script.random, 0.2, 0.9)
      script.blocks(1)
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(0, 9) })
        script.buy(wallet, coins)
      }
    },
    roles: (wallets) => ({ bundlers: wallets, owners: [wallets] }),
  }),
  launch('friends of the creator: given tokens, started, reached through others', 'catch', 5, 5, {
    before: (script, [, started = '', reached = '', backer = '']) => {
      script.payFromExchange(backer, 40)
      script.wait(DAY)
      script.pay(backer, MAKER, 20)
      script.wait(DAY)
      script.pay(MAKER, started, oddAmount(script.random, 2, 4))
      script.pay(MAKER, 'go-between', 3)
      script.wait(HOUR)
      script.pay('go-between', reached, 2.95)
    },
    later: (script, [given = '', started = '', reached = '', backer = '', payer = '']) => {
      script.actions.push({ do: 'send', from: MAKER, to: given, tokens: oddAmount(script.random, 1_000_000, 9_000_000) })
      script.payFromExchange(payer, 3)
      for (const wallet of [started, reached, backer, payer]) {
        script.wait(script.random.between(DAY, 3 * DAY))
        script.buy(wallet, oddAmount(script.random, 0.5, 1))
      }
      script.sell(payer, 0.5)
      script.wait(600)
      script.pay(payer, MAKER, 2)
    },
    // The backer and the payer of the creator are independent people.
    roles: (wallets) => ({ insiders: wallets, owners: [[MAKER, ...wallets.slice(0, 3)]] }),
  }),
  launch('bought in the creating transaction', 'catch', 1, 2, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets)
        script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.5, 2), signer: MAKER, sameTransaction: true })
    },
    roles: (wallets) => ({
      sniping: wallets,
      bundlers: wallets.length > 1 ? wallets : [],
      insiders: wallets,
      owners: [[MAKER, ...wallets]],
    }),
  }),
]

export const LAUNCH_TRAPS: readonly Scenario[] = [
  ...CLOSED_LAUNCHES.filter(({ purpose }) => purpose === 'trap'),
  ...UNISWAP_VENUES.filter(({ purpose }) => purpose === 'trap'),
  launch('a busy launch: strangers crowd the first block', 'trap', 20, 35, {
    before: fundFromExchanges,
    firstBlock: buyAmongOthers,
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('strangers side by side in the second block, some with a tip', 'trap', 4, 8, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      script.blocks(1)
      buyInFirstBlock(() => script.random.next() < 0.3)(script, wallets)
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('strangers side by side in one block days later, some with a tip', 'trap', 7, 12, {
    before: fundFromExchanges,
    later: (script, wallets) => {
      script.wait(2 * DAY)
      buyInFirstBlock(() => script.random.next() < 0.3)(script, wallets)
    },
    roles: () => ({}),
  }),
  launch('followers of one trader at the launch, preset amounts', 'trap', 6, 14, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy(wallet, 0.5)
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('wages to wallets of old days before the launch', 'trap', 4, 8, {
    before: (script, wallets) => {
      script.payFromExchange('employer', 90)
      fundFromExchanges(script, wallets)
      fundFrom('employer')(script, wallets)
      script.wait(script.random.between(2 * DAY, 6 * DAY))
    },
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(2, 9) })
        script.buy(wallet, oddAmount(script.random, 0.1, 2))
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
  launch('of the creator’s friends one buys in the first block, the others some blocks later', 'trap', 3, 5, {
    before: fundFrom(MAKER),
    firstBlock: (script, wallets) => buyAmongOthers(script, wallets.slice(0, 1)),
    soon: (script, wallets) => {
      for (const wallet of wallets.slice(1)) {
        buyAmongOthers(script, [wallet])
        script.blocks(1)
      }
    },
    roles: (wallets) => ({ sniping: wallets.slice(0, 1), insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  launch('a sandwich bot in the first block', 'trap', 4, 8, {
    before: (script, wallets) => fundFromExchanges(script, [...wallets, 'sandwich bot']),
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(3, 9) })
        script.buy('sandwich bot', 2)
        script.buy(wallet, oddAmount(script.random, 0.3, 0.9))
        script.sell('sandwich bot', 1)
      }
    },
    roles: (wallets) => ({ sniping: wallets }),
  }),
]

export const LAUNCH_ADVERSARIES: readonly Scenario[] = [
  launch('a bundle spread over blocks, every wallet from an exchange', 'adversary', 4, 8, {
    before: fundFromExchanges,
    firstBlock: (script, wallets) => {
      for (const wallet of wallets) {
        script.actions.push({ do: 'gap', transactions: script.random.whole(5, 40) })
        script.buy(wallet, oddAmount(script.random, 0.2, 1.5))
      }
    },
    roles: (wallets) => ({ sniping: wallets, bundlers: wallets, owners: [wallets] }),
  }),
]
