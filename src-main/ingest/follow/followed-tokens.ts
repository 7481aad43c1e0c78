import { z } from 'zod'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NETWORK_IDS } from '../../../src-shared/networks.ts'
import type { Store } from '../../store/interface.ts'

/** The tokens that the owner follows, stored as a setting so that a restart resumes them. */

const SETTING = 'followed-tokens'
const tokenList = z.array(z.object({ network: z.enum(NETWORK_IDS), address: z.string() }))

export async function readFollowedTokens(store: Store): Promise<TokenKey[]> {
  const text = await store.read.setting(SETTING)
  if (text === null) return []
  return tokenList.parse(JSON.parse(text)).map(({ network, address }) => ({ network, address: trustedAddress(address) }))
}

export async function saveFollowedToken(store: Store, { network, address }: TokenKey, on: boolean): Promise<void> {
  const others = (await readFollowedTokens(store)).filter((one) => one.network !== network || one.address !== address)
  const next = on ? [...others, { network, address }] : others
  await store.write.saveSetting({ name: SETTING, value: JSON.stringify(next) })
}
