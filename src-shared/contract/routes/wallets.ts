import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../../domain/address.ts'
import { IN_COMMON_MAX } from '../limits.ts'
import * as records from '../records/index.ts'
import { natural, networkId } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { localRoute } from './route.ts'
import { underCase } from './under-case.ts'

/** Maximum number of wallets in one answer. */
const PAGE_MAX = 1000

const page = z.object({ offset: inUrl(natural).optional(), limit: inUrl(z.int().min(1).max(PAGE_MAX)).optional() })

/** Wallets across every stored token, and what stored tokens have in common. */
export const walletsRoutes = {
  walletOverview: localRoute({
    method: 'GET',
    path: '/local/v1/wallets/{network}/{wallet}',
    access: 'read',
    summary: 'One wallet across every stored token: what it holds, its roles and results, who funded it and whom it funded',
    params: z.object({ network: networkId, wallet: z.string().min(1).max(ADDRESS_MAX_LENGTH) }),
    returns: records.walletOverview,
  }),
  inCommon: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/in-common',
    access: 'read',
    summary: `Wallets, funders, creators and deposit addresses of at least two of up to ${IN_COMMON_MAX} stored tokens, and how unlikely that is`,
    params: z.object({ network: networkId }),
    query: page.extend({ tokens: z.string().min(1).meta({ description: 'Token addresses, separated by commas' }) }),
    returns: records.inCommonRecord,
    errors: ['token_not_found'],
  }),
  serial: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/serial',
    access: 'read',
    summary: 'Wallets, and entities of a case, that were snipers, bundlers or insiders in at least two stored tokens, with their gains',
    params: z.object({ network: networkId }),
    query: page.extend(underCase.shape),
    returns: records.serialRecord,
    errors: ['not_found'],
  }),
}
