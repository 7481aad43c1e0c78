import { fundFromExchanges, launch, MAKER } from './launch.ts'
import type { Controlled, Scenario } from './script.ts'
import { DAY, HOUR, oddAmount, type ScriptBuilder } from './script-builder.ts'

/** Launches in which contracts buy or pay: a sniper's contracts, the proxies that a trading bot made for its customers, and a mixer. */

const onEvm = (scenario: Scenario): Scenario => ({ ...scenario, family: 'evm' })
const keyOf = (contract: string): string => `key of ${contract}`

function control(script: ScriptBuilder, contracts: readonly string[], by: (contract: string) => Omit<Controlled, 'contract'>): void {
  script.controlled.push(...contracts.map((contract) => ({ contract, ...by(contract) })))
}

const buyThrough =
  (signerOf: (contract: string) => string) =>
  (script: ScriptBuilder, contracts: readonly string[]): void => {
    for (const wallet of contracts) {
      script.actions.push({ do: 'gap', transactions: script.random.whole(3, 8) })
      script.actions.push({ do: 'buy', wallet, coins: oddAmount(script.random, 0.2, 1.5), signer: signerOf(wallet) })
    }
  }

export const CONTRACT_CATCHES: readonly Scenario[] = (['owner', 'deployer'] as const)
  .map((role) =>
    launch(`contracts with one ${role} buy, each used by a wallet from an exchange`, 'catch', 3, 5, {
      before: (script, contracts) => {
        control(script, contracts, () => ({ owner: role === 'owner' ? 'boss' : null, deployer: 'boss', sent: 0 }))
        fundFromExchanges(script, contracts.map(keyOf))
      },
      firstBlock: buyThrough(keyOf),
      roles: (contracts) => ({ idle: contracts, bundlers: contracts }),
    }),
  )
  .map(onEvm)

const MIXER = 'mixer of a list'

/** A mixer pays the buyers the denomination that the creator and others paid in. */
export const THROUGH_MIXER = launch('the creator and strangers pay into a mixer that pays the buyers of the first block', 'trap', 3, 5, {
  before: (script, wallets) => {
    script.contracts.push(MIXER)
    script.pathEnds.set(MIXER, 'mixer')
    for (const payer of [MAKER, ...wallets.map((wallet) => `old wallet of ${wallet}`)]) {
      if (payer !== MAKER) script.payFromExchange(payer, 3)
      script.wait(script.random.between(HOUR, DAY))
      script.pay(payer, MIXER, 1)
    }
    for (const wallet of wallets) {
      script.wait(script.random.between(HOUR, DAY))
      script.pay(MIXER, wallet, 0.99)
    }
  },
  firstBlock: (script, wallets) => {
    for (const wallet of wallets) {
      script.actions.push({ do: 'gap', transactions: script.random.whole(3, 9) })
      script.buy(wallet, oddAmount(script.random, 0.2, 0.9))
    }
  },
  roles: (wallets) => ({ sniping: wallets }),
})

export const CONTRACT_TRAPS: readonly Scenario[] = [
  THROUGH_MIXER,
  launch('a trading bot deployed a proxy for each customer, who buys through it', 'trap', 5, 8, {
    before: (script, contracts) => {
      control(script, contracts, () => ({ owner: null, deployer: 'trading bot', sent: 4_000 }))
      fundFromExchanges(script, contracts.map(keyOf))
    },
    firstBlock: buyThrough(keyOf),
    roles: (contracts) => ({ idle: contracts }),
  }),
  launch('a trading bot buys for the proxies of its customers, who own them', 'trap', 7, 10, {
    before: (script, contracts) => {
      script.payFromExchange('trading bot', 90)
      control(script, contracts, (contract) => ({ owner: keyOf(contract), deployer: 'trading bot', sent: 4_000 }))
    },
    firstBlock: buyThrough(() => 'trading bot'),
    roles: (contracts) => ({ idle: contracts }),
  }),
].map(onEvm)
