import type { Scenario } from './script.ts'
import { addStrangers, DAY, HOUR, oddAmount, createOldToken, createScriptBuilder, type ScriptBuilder } from './script-builder.ts'

/** Rings: wallets of one owner, linked in one way, among strangers. */

type LinkWallets = (script: ScriptBuilder, wallets: readonly string[]) => void

/** @param funders further wallets of the owner */
export function ring(
  name: string,
  tie: LinkWallets,
  { purpose = 'catch', funders = [] }: { purpose?: Scenario['purpose']; funders?: readonly string[] } = {},
): Scenario {
  return {
    name,
    purpose,
    build(random) {
      const script = createScriptBuilder(random)
      createOldToken(script)
      addStrangers(script, random.whole(8, 20))
      const wallets = script.people('ring', random.whole(3, 12))
      tie(script, wallets)
      addStrangers(script, random.whole(8, 20), 'late stranger')
      return script.finish({ owners: [[...wallets, ...funders]] })
    },
  }
}

export const forEachPaced = (script: ScriptBuilder, wallets: readonly string[], pause: number, act: (wallet: string, i: number) => void): void =>
  wallets.forEach((wallet, i) => {
    script.wait(script.random.between(pause / 2, pause))
    act(wallet, i)
  })

export const buyAll = (script: ScriptBuilder, wallets: readonly string[], pause = 2 * HOUR): void =>
  forEachPaced(script, wallets, pause, (wallet) => script.buy(wallet, oddAmount(script.random, 0.3, 0.9)))

/** Buys, and sends each wallet less than 0.01 % of supply. */
export function giveLittle(script: ScriptBuilder, giver: string, wallets: readonly string[]): void {
  script.buy(giver, 1.5)
  for (const wallet of wallets) {
    script.wait(script.random.between(HOUR, DAY))
    script.send(giver, wallet, oddAmount(script.random, 6_000, 90_000))
  }
}

/** Every wallet gets its first coin from an exchange. */
export function startInOneHour(script: ScriptBuilder, wallets: readonly string[]): void {
  for (const wallet of wallets) {
    script.wait(script.random.between(20, HOUR / (wallets.length + 1)))
    script.payFromExchange(wallet, oddAmount(script.random, 2, 5))
  }
}

export const CLUSTER_CATCHES: readonly Scenario[] = [
  ring('star: one wallet starts all', (script, wallets) => {
    forEachPaced(script, wallets, 900, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 1, 3)))
    buyAll(script, wallets)
  }),
  ring('chain: each starts the next', (script, wallets) => {
    script.payFromExchange(wallets[0] ?? '', 90)
    forEachPaced(script, wallets.slice(1), 3 * HOUR, (wallet, i) => script.pay(wallets[i] ?? '', wallet, 80 - 6 * i))
    buyAll(script, wallets)
  }),
  ring('split through pass-through wallets', (script, wallets) => {
    script.payFromExchange('boss', 200)
    forEachPaced(script, wallets, HOUR, (wallet, i) => {
      const coins = oddAmount(script.random, 2, 4)
      script.pay('boss', `mule ${i}`, coins)
      script.wait(script.random.between(300, 5 * HOUR))
      script.pay(`mule ${i}`, wallet, coins * script.random.between(0.95, 0.999))
    })
    buyAll(script, wallets)
  }),
  ring('split through new wallets that keep a part and wait', (script, wallets) => {
    script.payFromExchange('boss', 200)
    forEachPaced(script, wallets, 3 * HOUR, (wallet, i) => {
      const coins = oddAmount(script.random, 3, 5)
      script.pay('boss', `mule ${i}`, coins)
      script.wait(script.random.between(2 * DAY, 5 * DAY))
      script.pay(`mule ${i}`, wallet, coins * script.random.between(0.6, 0.85))
    })
    buyAll(script, wallets)
  }),
  ring('delayed: started within a week, bought a month later', (script, wallets) => {
    forEachPaced(script, wallets, (5 * DAY) / wallets.length, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 1, 3)))
    script.wait(30 * DAY)
    buyAll(script, wallets, DAY)
  }),
  ring('split amounts: several payments of all sizes', (script, wallets) => {
    for (let round = 0; round < 3; round++)
      forEachPaced(script, wallets, 1200, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 0.05, 2)))
    buyAll(script, wallets)
  }),
  ring('paid in one transaction when new', (script, wallets) => {
    wallets.forEach((wallet, i) =>
      script.actions.push({ do: 'pay', from: 'boss', to: wallet, coins: oddAmount(script.random, 1, 3), sameTransaction: i > 0 }),
    )
    buyAll(script, wallets)
  }),
  ring(
    'old wallets, their first buy paid for',
    (script, wallets) => {
      for (const wallet of wallets) script.payFromExchange(wallet, 0.01)
      script.wait(200 * DAY)
      script.payFromExchange('boss', 90)
      script.buy('boss', 0.5)
      forEachPaced(script, wallets, HOUR, (wallet) => {
        script.pay('boss', wallet, oddAmount(script.random, 0.9, 1.2))
        script.wait(script.random.between(60, HOUR))
        script.buy(wallet, oddAmount(script.random, 0.5, 0.8))
      })
    },
    { funders: ['boss'] },
  ),
  ring('tokens passed on', (script, wallets) => {
    const [first = '', ...others] = wallets
    for (const wallet of wallets) script.payFromExchange(wallet, oddAmount(script.random, 1, 4))
    script.buy(first, oddAmount(script.random, 3, 6))
    forEachPaced(script, others, 2 * HOUR, (wallet) => script.send(first, wallet, oddAmount(script.random, 200_000, 400_000)))
  }),
  ring('made within one hour with coin from exchanges, a little passed on', (script, wallets) => {
    addStrangers(script, 60, 'other stranger')
    startInOneHour(script, wallets)
    giveLittle(script, wallets[0] ?? '', wallets.slice(1))
  }),
  ring('one exchange deposit address', (script, wallets) => {
    for (const wallet of wallets) {
      script.wait(2 * DAY)
      script.payFromExchange(wallet, oddAmount(script.random, 2, 5))
      script.wait(HOUR)
      script.buy(wallet, oddAmount(script.random, 0.4, 0.9))
    }
    forEachPaced(script, wallets, 5 * HOUR, (wallet) => {
      const coins = oddAmount(script.random, 0.5, 1)
      script.pay(wallet, 'deposit address', coins)
      script.wait(script.random.between(60, 6 * HOUR))
      script.pay('deposit address', 'exchange one', coins)
    })
  }),
  ring('proceeds swept into one wallet', (script, wallets) => {
    for (const wallet of wallets) {
      script.wait(2 * DAY)
      script.payFromExchange(wallet, oddAmount(script.random, 2, 5))
      script.wait(HOUR)
      script.buy(wallet, oddAmount(script.random, 0.6, 0.9))
    }
    forEachPaced(script, wallets, 3 * HOUR, (wallet) => {
      script.sell(wallet, 0.5)
      script.wait(600)
      script.pay(wallet, 'sink', 1)
    })
  }),
  ring('bought in one transaction', (script, wallets) => {
    for (const wallet of wallets) script.payFromExchange(wallet, oddAmount(script.random, 1, 3))
    wallets.forEach((wallet, i) =>
      script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.3, 0.9), signer: wallets[0] ?? '', sameTransaction: i > 0 }),
    )
  }),
  {
    name: 'one wallet pays hundreds equal amounts, and they buy',
    purpose: 'catch',
    build(random) {
      const script = createScriptBuilder(random)
      createOldToken(script)
      addStrangers(script, 10)
      const wallets = script.people('ring', random.whole(120, 300))
      for (const wallet of wallets) {
        script.wait(random.between(5, 60))
        script.pay('boss', wallet, 1)
      }
      for (const wallet of wallets) {
        script.wait(random.between(10, 300))
        script.buy(wallet, oddAmount(random, 0.5, 0.9))
      }
      return script.finish({ owners: [wallets] })
    },
  },
]

export const CLUSTER_ADVERSARIES: readonly Scenario[] = [
  ring(
    'funded over a month',
    (script, wallets) => {
      forEachPaced(script, wallets, 9 * DAY, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 1, 3)))
      buyAll(script, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'three pass-through wallets in a row',
    (script, wallets) => {
      script.payFromExchange('boss', 200)
      forEachPaced(script, wallets, HOUR, (wallet, i) => {
        const way = ['boss', `mule ${i} a`, `mule ${i} b`, `mule ${i} c`, wallet]
        way.slice(1).forEach((to, hop) => {
          script.pay(way[hop] ?? '', to, 3 - hop * 0.02)
          script.wait(600)
        })
      })
      buyAll(script, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'each funded from an exchange',
    (script, wallets) => {
      forEachPaced(script, wallets, HOUR, (wallet) => script.payFromExchange(wallet, oddAmount(script.random, 1, 3)))
      buyAll(script, wallets)
    },
    { purpose: 'adversary' },
  ),
  ring(
    'half decoys: one funder for the ring and for strangers who buy too',
    (script, wallets) => {
      const decoys = script.people('decoy', wallets.length)
      forEachPaced(script, [...wallets, ...decoys], 900, (wallet) => script.pay('boss', wallet, oddAmount(script.random, 1, 3)))
      buyAll(script, [...wallets, ...decoys])
    },
    { purpose: 'adversary' },
  ),
]
