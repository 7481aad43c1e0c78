import { bcs } from '@mysten/sui/bcs'
import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { decodeSuiTransaction } from './decode-transaction.ts'

/** Swap events that no decoder knows, or that anyone can emit: balance changes decide whether there was a swap. */

const id = (name: string): string => `0x${Buffer.from(name).toString('hex').padStart(64, '0')}`
const coin = (name: string): string => `${id(name)}::${name.toLowerCase()}::${name}`
const ME = trustedAddress(id('me'))
const [POOL, BLUEMOVE, STEAMM] = [
  id('pool'),
  '0xb24b6789e088b876afabca733bed2299fbc9e2d6369be4d1acfa17d8145454d9',
  '0x4fb1cf45dffd6230305f1d269dd1816678cc8e3ba0b747a813a556921219f261',
]
const CETUS = '0x1eabed72c53feb3805120a081dc15963c204dc8d091542592abaf7a35689b2fb'
const side = { in: bcs.string(), raw: bcs.u64() }

type Events = readonly Pick<SuiTransaction['events'][number], 'type' | 'bytes'>[]
/** @param changes amounts of the sender by coin */
function decode(changes: Readonly<Record<string, bigint>>, events: Events): unknown[] {
  const found = decodeSuiTransaction({
    ...{ digest: 'tx', checkpoint: 9, index: 1, time: 7, sender: ME, gasOwner: ME, gas: 0n, succeeded: true, objectOwners: new Set() },
    objects: [{ id: trustedAddress(POOL), type: `${CETUS}::pool::Pool<${coin('A')},${coin('B')}>`, created: false }],
    changes: Object.entries(changes).map(([name, raw]) => ({ owner: ME, coin: trustedAddress(coin(name)), raw })),
    events: events.map((event, index) => ({ ...event, index, json: null })),
  })
  return found.flatMap((event): unknown[] =>
    event.kind === 'trade'
      ? [[event.dex, event.tokenIn.raw, event.tokenOut.raw, event.confidence]]
      : event.kind === 'decode_warning'
        ? [event.code]
        : [],
  )
}

const bluemove = {
  type: `${BLUEMOVE}::swap::Swap_Event<${coin('A')},${coin('B')}>`,
  bytes: bcs
    .struct('Swap_Event', {
      ...{ pool_id: bcs.Address, user: bcs.Address, token_x_in: side.in, amount_x_in: side.raw, token_y_in: side.in, amount_y_in: side.raw },
      ...{ token_x_out: side.in, amount_x_out: side.raw, token_y_out: side.in, amount_y_out: side.raw },
    })
    .serialize({
      ...{ pool_id: POOL, user: ME, token_x_in: 'A', amount_x_in: 100, token_y_in: 'B', amount_y_in: 0 },
      ...{ token_x_out: 'A', amount_x_out: 0, token_y_out: 'B', amount_y_out: 50 },
    })
    .toBytes(),
}
const cetus = {
  type: `${CETUS}::pool::SwapEvent`,
  bytes: bcs
    .struct('SwapEvent', { atob: bcs.bool(), pool: bcs.Address, partner: bcs.Address, amount_in: bcs.u64(), amount_out: bcs.u64() })
    .serialize({ atob: true, pool: POOL, partner: POOL, amount_in: 100, amount_out: 50 })
    .toBytes(),
}
const unlisted = { type: `${id('new')}::pool::SwapEvent`, bytes: null }

describe('an event that anyone can emit', () => {
  it('is a trade only if the balance changes agree with one of its amounts', () => {
    const both = ['bluemove', 100n, 50n]
    expect(decode({ A: -100n, B: 50n }, [bluemove])).toEqual([[...both, 'sure']])
    expect(decode({ A: -100n, B: 49n }, [bluemove])).toEqual([[...both, 'likely']])
    expect(decode({}, [bluemove])).toEqual(['swap_unread'])
    expect(decode({ A: -1n, B: 1n }, [bluemove])).toEqual([['unknown', 1n, 1n, 'guess'], 'swap_unread'])
  })
})

describe('an event that is named like a swap', () => {
  const sale = ['cetus', 100n, 50n]

  it('is a warning if accounts gained a coin that no decoded swap paid out', () => {
    expect(decode({ A: -100n, C: 20n }, [cetus, unlisted])).toEqual([[...sale, 'likely'], 'exchange_undecoded'])
    expect(decode({ A: -160n, B: 80n }, [cetus, unlisted])).toEqual([[...sale, 'likely'], 'exchange_undecoded'])
    expect(decode({ A: -9n, B: 4n, C: 5n }, [unlisted])).toEqual(['exchange_undecoded'])
  })

  it('is no warning if it repeats a decoded swap, or nothing was exchanged', () => {
    expect(decode({ A: -100n, B: 50n }, [cetus, unlisted])).toEqual([[...sale, 'sure']])
    expect(decode({ A: -100n, B: 49n }, [cetus, unlisted])).toEqual([[...sale, 'likely']])
    expect(decode({ A: -9n }, [unlisted])).toEqual([])
    expect(decode({}, [unlisted])).toEqual([])
  })

  it('may be inside a wrapper, and a quote is not one', () => {
    const steamm = (type: string) => [{ type: `${STEAMM}::events::Event<${STEAMM}::${type}>`, bytes: null }]
    const changes = { A: -9n, B: 4n }
    expect(decode(changes, steamm('pool::SwapResult'))).toEqual([['unknown', 9n, 4n, 'guess']])
    expect(decode(changes, steamm('quote::SwapQuote'))).toEqual([])
  })
})
