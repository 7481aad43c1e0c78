import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../../domain/address.ts'
import { LIFE_LINES_MAX } from '../limits.ts'
import * as records from '../records/index.ts'
import { tokenParams } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { localRoute, tokenErrors } from './route.ts'
import { underCase } from './under-case.ts'

const wallet = z.string().min(1).max(ADDRESS_MAX_LENGTH)
const pair = underCase.extend({ a: wallet, b: wallet })

/** Rules and what they found between wallets: thresholds, evidence, paths, histories, the launch. */
export const localEvidenceRoutes = {
  rules: localRoute({
    method: 'GET',
    path: '/local/v1/rules',
    access: 'read',
    summary: 'Every threshold of the detectors, with its shipped value',
    returns: records.ruleList,
  }),
  setRules: localRoute({
    method: 'PUT',
    path: '/local/v1/rules',
    access: 'manage',
    summary: 'Change thresholds; all tokens are recomputed, and an empty set restores the shipped values',
    body: records.ruleChangesBody,
    returns: records.ruleList,
  }),
  recount: localRoute({
    method: 'POST',
    path: '/local/v1/{network}/{token_address}/recount',
    access: 'read',
    summary: 'Clusters as they would be under other thresholds; nothing is stored',
    params: tokenParams,
    query: underCase,
    body: records.ruleChangesBody,
    returns: records.explainedClusters,
    errors: [...tokenErrors, 'not_found'],
  }),
  why: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/why',
    access: 'read',
    summary: 'Why two wallets are joined, or why not',
    params: tokenParams,
    query: pair,
    returns: records.whyRecord,
    errors: [...tokenErrors, 'not_found'],
  }),
  path: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/path',
    access: 'read',
    summary: 'Shortest path of stored transfers between two wallets that avoids shared services',
    params: tokenParams,
    query: pair,
    returns: records.moneyPath,
    errors: [...tokenErrors, 'not_found'],
  }),
  wallet: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/wallets/{wallet}',
    access: 'read',
    summary: 'One wallet: its balance, its cluster, and its classes by the stored facts: tax recipient, fresh, never bought, left with dust',
    params: tokenParams.extend({ wallet }),
    query: underCase,
    returns: records.walletRecord,
    errors: [...tokenErrors, 'not_found'],
  }),
  neighbours: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/wallets/{wallet}/neighbours',
    access: 'read',
    summary: 'Wallets with stored transfers to or from a wallet',
    params: tokenParams.extend({ wallet }),
    query: underCase.extend({ limit: inUrl(z.int().min(1).max(1000)).optional() }),
    returns: records.neighbourList,
    errors: [...tokenErrors, 'not_found'],
  }),
  lifeLines: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/life-lines',
    access: 'read',
    summary: `First buy and all later transfers of up to ${LIFE_LINES_MAX} wallets, separated by commas`,
    params: tokenParams,
    query: z.object({ wallets: z.string().min(1) }),
    returns: records.lifeLines,
    errors: tokenErrors,
  }),
  early: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/early',
    access: 'read',
    summary: 'The launch: its window, snipers, bundlers and insiders with their evidence, and the creator',
    params: tokenParams,
    returns: records.earlyRecord,
    errors: tokenErrors,
  }),
} as const
