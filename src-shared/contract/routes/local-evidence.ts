import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../../domain/address.ts'
import { LIFE_LINES_MAX } from '../limits.ts'
import * as records from '../records/index.ts'
import { tokenParams } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { route, tokenErrors } from './route.ts'
import { underCase } from './under-case.ts'

const wallet = z.string().min(1).max(ADDRESS_MAX_LENGTH)
const pair = underCase.extend({ a: wallet, b: wallet })

/** Rules and what they found between wallets: thresholds, evidence, paths, histories, the launch. */
export const localEvidenceRoutes = {
  rules: route({
    method: 'GET',
    path: '/local/v1/rules',
    tag: 'Local',
    access: 'read',
    summary: 'Every threshold of the detectors, with its shipped value',
    returns: records.ruleList,
  }),
  setRules: route({
    method: 'PUT',
    path: '/local/v1/rules',
    tag: 'Local',
    access: 'manage',
    summary: 'Change thresholds; all tokens are recomputed, and an empty set restores the shipped values',
    body: records.ruleChangesBody,
    bodyLimit: 64 * 1024,
    returns: records.ruleList,
  }),
  recount: route({
    method: 'POST',
    path: '/local/v1/{network}/{token_address}/recount',
    tag: 'Local',
    access: 'read',
    summary: 'Clusters as they would be under other thresholds; nothing is stored',
    params: tokenParams,
    query: underCase,
    body: records.ruleChangesBody,
    bodyLimit: 64 * 1024,
    returns: records.explainedClusters,
    errors: [...tokenErrors, 'not_found'],
  }),
  why: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/why',
    tag: 'Local',
    access: 'read',
    summary: 'Why two wallets are joined, or why not',
    params: tokenParams,
    query: pair,
    returns: records.whyRecord,
    errors: [...tokenErrors, 'not_found'],
  }),
  path: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/path',
    tag: 'Local',
    access: 'read',
    summary: 'Shortest path of stored transfers between two wallets that avoids shared services',
    params: tokenParams,
    query: pair,
    returns: records.moneyPath,
    errors: [...tokenErrors, 'not_found'],
  }),
  wallet: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/wallets/{wallet}',
    tag: 'Local',
    access: 'read',
    summary: 'One wallet: its balance, its cluster, and its classes by the stored facts: tax recipient, fresh, never bought, left with dust',
    params: tokenParams.extend({ wallet }),
    query: underCase,
    returns: records.walletRecord,
    errors: [...tokenErrors, 'not_found'],
  }),
  neighbours: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/wallets/{wallet}/neighbours',
    tag: 'Local',
    access: 'read',
    summary: 'Wallets with stored transfers to or from a wallet',
    params: tokenParams.extend({ wallet }),
    query: underCase.extend({ limit: inUrl(z.int().min(1).max(1000)).optional() }),
    returns: records.neighbourList,
    errors: [...tokenErrors, 'not_found'],
  }),
  lifeLines: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/life-lines',
    tag: 'Local',
    access: 'read',
    summary: `First buy and all later transfers of up to ${LIFE_LINES_MAX} wallets, separated by commas`,
    params: tokenParams,
    query: z.object({ wallets: z.string().min(1) }),
    returns: records.lifeLines,
    errors: tokenErrors,
  }),
  early: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/early',
    tag: 'Local',
    access: 'read',
    summary: 'The launch: its window, snipers, bundlers and insiders with their evidence, and the creator',
    params: tokenParams,
    returns: records.earlyRecord,
    errors: tokenErrors,
  }),
} as const
