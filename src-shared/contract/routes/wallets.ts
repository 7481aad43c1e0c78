import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../../domain/address.ts'
import * as records from '../records/index.ts'
import { networkId } from '../schema.ts'
import { route } from './route.ts'

/** Wallets across every stored token. */
export const walletsRoutes = {
  walletOverview: route({
    method: 'GET',
    path: '/local/v1/wallets/{network}/{wallet}',
    tag: 'Local',
    access: 'read',
    summary: 'One wallet across every stored token: what it holds, its roles and results, who funded it and whom it funded',
    params: z.object({ network: networkId, wallet: z.string().min(1).max(ADDRESS_MAX_LENGTH) }),
    returns: records.walletOverview,
  }),
}
