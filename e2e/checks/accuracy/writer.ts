import type { Action, Random, Script, Truth } from './script.ts'

/** Writes scripts: the crowd around each scenario, and the actions that most of them share. */
export interface Writer {
  readonly random: Random
  readonly actions: Action[]
  readonly exchanges: string[]
  readonly contracts: string[]
  readonly services: string[]
  readonly skipped: number[]
  pay(from: string, to: string, coins: number): void
  payDollars(from: string, to: string, dollars: number): void
  send(from: string, to: string, tokens: number): void
  buy(wallet: string, coins: number): void
  sell(wallet: string, share: number): void
  wait(seconds: number): void
  blocks(count: number): void
  /** Somebody's own coin: from an exchange, at a time of its own. */
  fromExchange(wallet: string, coins: number): void
  /** `count` names. */
  people(name: string, count: number): string[]
  /** @param coinPrice dollars that a coin is worth, where the script knows */
  done(truth: Partial<Truth>, coinPrice?: number): Script
}

export const HOUR = 3600
export const DAY = 24 * HOUR
/** An amount that no trading app presets. */
export const odd = (random: Random, least: number, most: number): number => Math.round(random.between(least, most) * 1e5) / 1e5 + 1.7e-5

const EXCHANGES = ['exchange one', 'exchange two', 'exchange three']

export function writer(random: Random): Writer {
  const actions: Action[] = []
  const exchanges = [...EXCHANGES]
  const contracts: string[] = []
  const services: string[] = []
  const skipped: number[] = []
  const wait = (seconds: number): void => void actions.push({ do: 'wait', seconds })
  return {
    random,
    actions,
    exchanges,
    contracts,
    services,
    skipped,
    pay: (from, to, coins) => void actions.push({ do: 'pay', from, to, coins }),
    payDollars: (from, to, dollars) => void actions.push({ do: 'payDollars', from, to, dollars }),
    send: (from, to, amount) => void actions.push({ do: 'send', from, to, tokens: amount }),
    buy: (wallet, coins) => void actions.push({ do: 'buy', wallet, coins }),
    sell: (wallet, share) => void actions.push({ do: 'sell', wallet, share }),
    wait,
    blocks: (count) => void actions.push({ do: 'blocks', count }),
    fromExchange: (wallet, coins) => void actions.push({ do: 'pay', from: EXCHANGES[random.whole(0, 2)] ?? '', to: wallet, coins }),
    people: (name, count) => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`),
    done: (truth, coinPrice) => ({
      actions,
      coinPrice: coinPrice ?? null,
      exchanges,
      contracts,
      services,
      skipped,
      truth: { hands: [], snipers: null, bundlers: null, insiders: null, ...truth },
    }),
  }
}

/** A token with a pool, months old when the scenario begins; its maker holds nothing more. */
export function oldToken(write: Writer): void {
  write.fromExchange('maker', 900)
  write.wait(DAY)
  write.actions.push({ do: 'create', by: 'maker' })
  write.wait(HOUR)
  write.actions.push({ do: 'pool', by: 'maker', tokens: 1_000_000_000, coins: 500 })
  write.wait(2 * DAY)
}

/** Strangers that buy one after another, each from an exchange or a friend of its own; some sell a part. */
export function crowd(write: Writer, count: number, name = 'stranger'): void {
  const { random } = write
  for (const stranger of write.people(name, count)) {
    write.wait(random.between(600, 9 * HOUR))
    if (random.next() < 0.7) write.fromExchange(stranger, odd(random, 1, 9))
    else write.pay(`friend of ${stranger}`, stranger, odd(random, 1, 9))
    write.wait(random.between(60, 30 * HOUR))
    write.buy(stranger, odd(random, 0.2, 0.9))
    if (random.next() < 0.2) {
      write.wait(random.between(600, DAY))
      write.sell(stranger, random.between(0.2, 0.8))
    }
  }
}
