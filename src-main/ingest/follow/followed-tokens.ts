import { z } from 'zod'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NETWORK_IDS } from '../../../src-shared/networks.ts'
import type { Store } from '../../store/interface.ts'

/** The tokens that the owner follows, stored as a setting so that a restart resumes them. */

const SETTING = 'followed-tokens'
const tokenList = z.array(z.object({ network: z.enum(NETWORK_IDS), address: z.string() }))

export const readFollowedTokens = async (store: Store): Promise<TokenKey[]> => parse(await store.read.setting(SETTING))

/** Compare and swap: another process may change the list at the same time. */
export async function saveFollowedToken(store: Store, { network, address }: TokenKey, on: boolean): Promise<void> {
  for (let isSaved = false; !isSaved;) {
    const before = await store.read.setting(SETTING)
    const others = parse(before).filter((one) => one.network !== network || one.address !== address)
    const value = JSON.stringify(on ? [...others, { network, address }] : others)
    isSaved = await store.write.replaceSetting({ name: SETTING, before, value })
  }
}

const parse = (text: string | null): TokenKey[] =>
  text === null ? [] : tokenList.parse(JSON.parse(text)).map(({ network, address }) => ({ network, address: trustedAddress(address) }))
