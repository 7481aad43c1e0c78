import { buyAmongOthers, fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Role, Scenario } from './script.ts'
import { addStrangers, DAY, type ScriptBuilder } from './script-builder.ts'

/** People to whom the creator hands a part of the token, or a right over it, before anyone can buy. */

const ROLES: readonly Role[] = ['UpgradeCap', 'DenyCap', 'TreasuryCap']

const handOver =
  (receiverOf: (i: number, wallets: readonly string[]) => string | null) =>
  (script: ScriptBuilder, wallets: readonly string[]): void =>
    ROLES.forEach((role, i) => void script.actions.push({ do: 'grant', by: MAKER, to: receiverOf(i, wallets), role }))

export const TEAM_CATCHES: readonly Scenario[] = [
  launch('friends of the creator sell all that it gave them before the launch, and it keeps nothing', 'catch', 3, 4, {
    before: fundFromExchanges,
    given: (script, wallets) => {
      for (const wallet of wallets) script.send(MAKER, wallet, 100_000_000 / wallets.length)
    },
    later: (script, wallets) => {
      for (const wallet of wallets) {
        script.wait(DAY)
        script.sell(wallet, 1)
      }
      // Makes the holder list longer than the number of accounts whose transfers a read follows.
      addStrangers(script, 32, 'late stranger')
    },
    roles: (wallets) => ({ insiders: wallets, owners: [[MAKER, ...wallets]] }),
  }),
  {
    ...launch('friends to whom the creator hands its capabilities buy among strangers', 'catch', 5, 8, {
      before: fundFromExchanges,
      given: handOver((i, wallets) => wallets[i] ?? null),
      firstBlock: buyAmongOthers,
      roles: (wallets) => ({ sniping: wallets, insiders: wallets.slice(0, ROLES.length) }),
    }),
    family: 'sui',
  },
]

export const TEAM_TRAPS: readonly Scenario[] = [
  {
    ...launch('the creator destroys its capabilities, and strangers crowd the first block', 'trap', 5, 8, {
      before: fundFromExchanges,
      given: handOver(() => null),
      firstBlock: buyAmongOthers,
      roles: (wallets) => ({ sniping: wallets }),
    }),
    family: 'sui',
  },
]
