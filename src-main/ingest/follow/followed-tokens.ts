import { z } from 'zod'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NETWORK_IDS } from '../../../src-shared/networks.ts'
import type { Store } from '../../store/interface.ts'

/** The tokens that the owner set to be followed, kept over restarts. */

const NAME = 'followed-tokens'
const list = z.array(z.object({ network: z.enum(NETWORK_IDS), address: z.string() }))

export async function keptFollowed(store: Store): Promise<TokenKey[]> {
  const text = await store.read.setting(NAME)
  if (text === null) return []
  return list.parse(JSON.parse(text)).map(({ network, address }) => ({ network, address: trustedAddress(address) }))
}

export async function keepFollowed(store: Store, { network, address }: TokenKey, on: boolean): Promise<void> {
  const others = (await keptFollowed(store)).filter((one) => one.network !== network || one.address !== address)
  const next = on ? [...others, { network, address }] : others
  await store.write.saveSetting({ name: NAME, value: JSON.stringify(next) })
}
