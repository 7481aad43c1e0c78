import { expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../src-shared/domain/address.ts'
import type { TradeFact } from '../../src-shared/domain/events.ts'
import type { Activity } from '../../src-shared/domain/token.ts'
import type { StoreReads } from '../store/interface.ts'
import { Relayers } from './relayers.ts'

const address = trustedAddress
const [token, coin] = [address('token'), address('coin')]
const side = (of: Address): TradeFact['tokenOut'] => ({ token: of, raw: 1n, decimals: 18, usd: null })
const buy = (signer: string, receiver: string | null, account?: string): TradeFact => ({
  ...{
    position: { block: 1, tx: 0, event: 0 },
    time: null,
    tx: `tx of ${signer}`,
    pool: address('pool'),
    leg: 0,
    tokenIn: side(coin),
    tokenOut: side(token),
  },
  ...{ signer: address(signer), receiver: receiver === null ? null : address(receiver) },
  ...(account === undefined ? {} : { account: address(account) }),
})

it('asks for the activity of wallets that signed buys for others, for several wallets too, and not of buyers for themselves', () => {
  const asked: Address[] = []
  const activity = ({ addresses }: { addresses: readonly Address[] }): Activity[] => {
    asked.push(...addresses)
    return []
  }
  const relayers = new Relayers()
  const trades = [buy('buyer', 'buyer'), buy('relayer', 'friend'), buy('solver', null), buy('bundler', null, 'account'), buy('solver', null)]
  relayers.add({ network: 'eth', address: token }, trades)
  expect(relayers.withActivity({ activity } as unknown as StoreReads, { network: 'eth', address: token }, [])).toEqual([])
  expect(asked).toEqual(['relayer', 'solver'])
})
