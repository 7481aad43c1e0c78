import type { Action, Controlled, Random, Script, Truth, Venue } from './script.ts'

/** Builds scripts and adds the strangers around each scenario. */
export interface ScriptBuilder {
  readonly random: Random
  readonly actions: Action[]
  readonly exchanges: string[]
  readonly contracts: string[]
  readonly controlled: Controlled[]
  readonly accounts: string[]
  readonly pathEnds: Map<string, 'mixer' | 'bridge'>
  readonly services: string[]
  readonly skipped: number[]
  pay(from: string, to: string, coins: number): void
  payDollars(from: string, to: string, dollars: number): void
  send(from: string, to: string, tokens: number): void
  buy(wallet: string, coins: number): void
  sell(wallet: string, share: number): void
  wait(seconds: number): void
  blocks(count: number): void
  /** Pays the wallet from a random exchange. */
  payFromExchange(wallet: string, coins: number): void
  /** @returns `count` names: `name 1`, `name 2`, … */
  people(name: string, count: number): string[]
  /** @param coinPrice US dollars per coin, when the script uses it */
  finish(truth: Partial<Truth>, options?: { readonly coinPrice?: number | undefined; readonly venue?: Venue }): Script
}

export const HOUR = 3600
export const DAY = 24 * HOUR
/** An amount that no trading app offers as a preset. */
export const oddAmount = (random: Random, least: number, most: number): number => Math.round(random.between(least, most) * 1e5) / 1e5 + 1.7e-5

const EXCHANGES = ['exchange one', 'exchange two', 'exchange three']

export function createScriptBuilder(random: Random): ScriptBuilder {
  const actions: Action[] = []
  const exchanges = [...EXCHANGES]
  const contracts: string[] = []
  const controlled: Controlled[] = []
  const accounts: string[] = []
  const pathEnds = new Map<string, 'mixer' | 'bridge'>()
  const services: string[] = []
  const skipped: number[] = []
  const wait = (seconds: number): void => void actions.push({ do: 'wait', seconds })
  return {
    random,
    actions,
    exchanges,
    contracts,
    controlled,
    accounts,
    pathEnds,
    services,
    skipped,
    pay: (from, to, coins) => void actions.push({ do: 'pay', from, to, coins }),
    payDollars: (from, to, dollars) => void actions.push({ do: 'payDollars', from, to, dollars }),
    send: (from, to, amount) => void actions.push({ do: 'send', from, to, tokens: amount }),
    buy: (wallet, coins) => void actions.push({ do: 'buy', wallet, coins }),
    sell: (wallet, share) => void actions.push({ do: 'sell', wallet, share }),
    wait,
    blocks: (count) => void actions.push({ do: 'blocks', count }),
    payFromExchange: (wallet, coins) => void actions.push({ do: 'pay', from: EXCHANGES[random.whole(0, 2)] ?? '', to: wallet, coins }),
    people: (name, count) => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`),
    finish: (truth, { coinPrice, venue } = {}) => ({
      actions,
      coinPrice: coinPrice ?? null,
      venue: venue ?? 'v2',
      exchanges,
      contracts: [...contracts, ...controlled.map(({ contract }) => contract)],
      controlled,
      accounts,
      pathEnds,
      services: [...services, ...pathEnds.keys()],
      skipped,
      truth: { owners: [], snipers: null, bundlers: null, insiders: null, ...truth },
    }),
  }
}

/** A token whose pool is two days old when the scenario begins. Its creator holds no tokens. */
export function createOldToken(script: ScriptBuilder): void {
  script.payFromExchange('maker', 900)
  script.wait(DAY)
  script.actions.push({ do: 'create', by: 'maker' })
  script.wait(HOUR)
  script.actions.push({ do: 'pool', by: 'maker', tokens: 1_000_000_000, coins: 500 })
  script.wait(2 * DAY)
}

/** Adds unrelated buyers, each funded by an exchange or by its own friend. Some sell a part. */
export function addStrangers(script: ScriptBuilder, count: number, name = 'stranger'): void {
  const { random } = script
  for (const stranger of script.people(name, count)) {
    script.wait(random.between(600, 9 * HOUR))
    if (random.next() < 0.7) script.payFromExchange(stranger, oddAmount(random, 1, 9))
    else script.pay(`friend of ${stranger}`, stranger, oddAmount(random, 1, 9))
    script.wait(random.between(60, 30 * HOUR))
    script.buy(stranger, oddAmount(random, 0.2, 0.9))
    if (random.next() < 0.2) {
      script.wait(random.between(600, DAY))
      script.sell(stranger, random.between(0.2, 0.8))
    }
  }
}
