import { fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Scenario } from './script.ts'
import { DAY, HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Launches whose wallets get their first coin from a bridge after the creator paid the bridge about as much. */

const BRIDGE = 'bridge of a list'

interface Bridge {
  readonly called: string
  /** True if a contract pays the fills on the order of an unlisted relayer, false if a listed wallet pays them. */
  readonly isContract: boolean
}

const BRIDGES: readonly Bridge[] = [
  { called: 'a bridge’s wallet', isContract: false },
  { called: 'a bridge’s contract', isContract: true },
]

const throughBridge =
  ({ isContract }: Bridge) =>
  (script: ScriptBuilder, wallets: readonly string[]): void => {
    script.pathEnds.set(BRIDGE, 'bridge')
    if (isContract) script.contracts.push(BRIDGE)
    for (const wallet of wallets) {
      const coins = oddAmount(script.random, 2, 3)
      script.pay(MAKER, BRIDGE, coins)
      script.wait(script.random.between(60, HOUR))
      script.pay(BRIDGE, wallet, coins * 0.998)
      script.wait(script.random.between(HOUR, DAY))
    }
  }

/** Contracts that pay coin are played on EVM networks. */
const onNetworksOf = ({ isContract }: Bridge, scenario: Scenario): Scenario => (isContract ? { ...scenario, family: 'evm' } : scenario)

export const BRIDGE_CATCHES: readonly Scenario[] = BRIDGES.map((bridge) =>
  onNetworksOf(
    bridge,
    launch(`${bridge.called} starts five buyers; one is given tokens by the creator and one sends it the proceeds`, 'catch', 5, 5, {
      before: throughBridge(bridge),
      later: (script, wallets) => {
        const [given = '', seller = ''] = wallets
        for (const wallet of wallets) {
          script.wait(script.random.between(HOUR, DAY))
          script.buy(wallet, oddAmount(script.random, 0.5, 0.9))
        }
        script.send(MAKER, given, oddAmount(script.random, 5_000_000, 9_000_000))
        script.wait(DAY)
        script.sell(seller, 0.9)
        script.wait(600)
        script.pay(seller, MAKER, 0.5)
      },
      roles: (wallets) => ({ insiders: wallets.slice(0, 2), owners: [[MAKER, wallets[0] ?? '']] }),
    }),
  ),
)

export const BRIDGE_TRAPS: readonly Scenario[] = BRIDGES.map((bridge) =>
  onNetworksOf(
    bridge,
    launch(`${bridge.called} starts buyers of the first block, after the creator paid it as much`, 'trap', 4, 8, {
      before: (script, wallets) => {
        throughBridge(bridge)(script, wallets.slice(0, 3))
        fundFromExchanges(script, wallets.slice(3))
      },
      firstBlock: (script, wallets) => {
        for (const wallet of wallets) {
          script.actions.push({ do: 'gap', transactions: script.random.whole(3, 9) })
          script.buy(wallet, oddAmount(script.random, 0.2, 0.9))
        }
      },
      roles: (wallets) => ({ sniping: wallets }),
    }),
  ),
)
